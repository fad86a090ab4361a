import { type Athlete, type Category, UNCATEGORISED } from '@stagereel/contracts';
import type { NewAthlete } from '../../../api/admin-athletes.ts';

const leadingNumber = (bib: string): number => Number(/^\d+/.exec(bib)?.[0] ?? 0);

/** The numbers after the highest one, with the same width: after 012 comes 013, after 12A comes 13. */
export const nextNumbers = ({ athletes, count }: { athletes: readonly Pick<Athlete, 'athleteNumber'>[]; count: number }): string[] => {
  const highest = athletes.reduce(
    (best, { athleteNumber }) => (leadingNumber(athleteNumber) > leadingNumber(best) ? athleteNumber : best),
    '',
  );
  const digits = /^\d+/.exec(highest)?.[0] ?? '';
  const width = digits.startsWith('0') ? digits.length : 0;
  return Array.from({ length: count }, (_, index) => String(leadingNumber(highest) + 1 + index).padStart(width, '0'));
};

/** New athletes get the first category, or 未分類 when there is none. */
export const newAthletes = (options: { athletes: readonly Athlete[]; categories: readonly Category[]; count: number }): NewAthlete[] => {
  const category = options.categories[0]?.name ?? UNCATEGORISED;
  return nextNumbers(options).map((athleteNumber) => ({ athleteNumber, name: null, category }));
};
