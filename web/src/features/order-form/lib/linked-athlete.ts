import { type Athlete, normalise } from '@stagereel/contracts';
import type { Assortment } from './assortment.ts';

/** What the address of the form asks for: a bib number, and its category if the address names one. */
export type AthleteLink = { category: string; athleteNumber: string };

/** From `?category=…&athlete=12`; null without an athlete. */
export const readAthleteLink = (address: URLSearchParams): AthleteLink | null => {
  const athleteNumber = normalise(address.get('athlete') ?? '');
  return athleteNumber === '' ? null : { category: normalise(address.get('category') ?? ''), athleteNumber };
};

/** The linked athlete; or why there is none, and what to search for instead. */
export type LinkedAthlete = { athlete: Athlete } | { athlete: null; notice: string; searchText: string };

/** A bib number without a category is enough when only one athlete has it. */
export const findLinkedAthlete = ({ category, athleteNumber }: AthleteLink, { athletes }: Assortment): LinkedAthlete => {
  const withNumber = athletes.filter((athlete) => athlete.athleteNumber === athleteNumber);
  const [athlete, ...others] = withNumber.filter((candidate) => category === '' || normalise(candidate.category) === category);
  if (athlete !== undefined && others.length === 0) return { athlete };
  if (athlete !== undefined) {
    return {
      athlete: null,
      notice: `ゼッケン番号${athleteNumber}の選手が複数います。カテゴリーを確認して、選択してください。`,
      searchText: athleteNumber,
    };
  }
  return {
    athlete: null,
    notice: `ゼッケン番号${athleteNumber}の動画は、現在販売していません。番号を確認するか、別の選手を選択してください。`,
    searchText: withNumber.length > 0 ? athleteNumber : '',
  };
};
