import type { AthleteRecord } from './records.ts';

type Keyed = Pick<AthleteRecord, 'id' | 'athleteNumber' | 'category'>;

/** The number a bib starts with; a bib of letters comes after all that have one. */
const leadingNumber = (bib: string): number => {
  const digits = /^\d+/.exec(bib)?.[0];
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
};

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** As people order bibs: 2 before 10, 12 before 12A, letters last; the same bib by category. Always the same order for the same athletes. */
export const inBibOrder = <Athlete extends Keyed>(athletes: readonly Athlete[]): Athlete[] =>
  athletes
    .map((athlete) => ({ athlete, number: leadingNumber(athlete.athleteNumber) }))
    .sort((left, right) => {
      if (left.number !== right.number) return left.number - right.number;
      return (
        compareText(left.athlete.athleteNumber, right.athlete.athleteNumber) ||
        compareText(left.athlete.category, right.athlete.category) ||
        compareText(left.athlete.id, right.athlete.id)
      );
    })
    .map(({ athlete }) => athlete);
