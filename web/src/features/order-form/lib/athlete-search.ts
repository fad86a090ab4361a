import type { Athlete } from '@stagereel/contracts';
import { normalise } from '@stagereel/contracts';

type Entry = { athlete: Athlete; number: string; name: string };
export type AthleteIndex = readonly Entry[];

const byNumber = new Intl.Collator('ja', { numeric: true });

const searchable = (text: string): string => normalise(text).toLowerCase().replace(/\s/gu, '');

const indexes = new WeakMap<readonly Athlete[], AthleteIndex>();

/** Sorted by number. Prepared once per list, so that a search among thousands is fast and many fields can search the same list. */
export const indexAthletes = (athletes: readonly Athlete[]): AthleteIndex => {
  const known = indexes.get(athletes);
  if (known !== undefined) return known;
  const index = athletes
    .map((athlete) => ({ athlete, number: searchable(athlete.athleteNumber), name: searchable(athlete.name ?? '') }))
    // The same number in two categories keeps the order of the categories.
    .sort((a, b) => byNumber.compare(a.number, b.number) || Number(a.number > b.number) - Number(a.number < b.number));
  indexes.set(athletes, index);
  return index;
};

/** The rank of a match; null for no match. A number is text: 12 is neither 012 nor 12A. */
const rankOf = ({ number, name }: Entry, wanted: string): number | null => {
  if (number === wanted) return 0;
  if (number.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (number.includes(wanted) || name.includes(wanted)) return 3;
  return null;
};

/** The athletes whose number or name contains the text, best matches first; all when it is empty. */
export const searchAthletes = (index: AthleteIndex, typed: string): readonly Athlete[] => {
  const wanted = searchable(typed);
  if (wanted === '') return index.map(({ athlete }) => athlete);
  const ranks: Athlete[][] = [[], [], [], []];
  for (const entry of index) {
    const rank = rankOf(entry, wanted);
    if (rank !== null) ranks[rank]?.push(entry.athlete);
  }
  return ranks.flat();
};

/** The athlete whose bib number is exactly the typed text, else the only athlete that matches it; null if there are several. */
export const exactAthlete = (index: AthleteIndex, typed: string): Athlete | null => {
  const wanted = searchable(typed);
  if (wanted === '') return null;
  const ofNumber = index.filter(({ number }) => number === wanted);
  if (ofNumber.length > 0) return ofNumber.length === 1 ? (ofNumber[0]?.athlete ?? null) : null;
  const [only, ...others] = searchAthletes(index, typed);
  return only !== undefined && others.length === 0 ? only : null;
};

/** `012　山田 太郎`, or the number alone. */
export const athleteText = ({ athleteNumber, name }: Pick<Athlete, 'athleteNumber' | 'name'>): string =>
  name ? `${athleteNumber}　${name}` : athleteNumber;
