import type { AthleteRecord } from './athlete.ts';

type Sortable = Pick<AthleteRecord, 'athleteNumber' | 'category'> & { id?: string };

/** The number a bib starts with; bibs that start with a letter come last. */
const leadingNumber = (bib: string): number => {
  const digits = /^\d+/.exec(bib)?.[0];
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
};

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Natural order: 2 before 10, 12 before 12A, letters last; the same bib by category. The same athletes are always in the same order. */
export const sortByBib = <Athlete extends Sortable>(athletes: readonly Athlete[]): Athlete[] =>
  athletes
    .map((athlete) => ({ athlete, number: leadingNumber(athlete.athleteNumber) }))
    .sort((left, right) => {
      if (left.number !== right.number) return left.number - right.number;
      return (
        compareText(left.athlete.athleteNumber, right.athlete.athleteNumber) ||
        compareText(left.athlete.category, right.athlete.category) ||
        compareText(left.athlete.id ?? '', right.athlete.id ?? '')
      );
    })
    .map(({ athlete }) => athlete);
