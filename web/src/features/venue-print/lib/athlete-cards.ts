import { type Athlete, type Category, isOnSale } from '@stagereel/contracts';
import { paths } from '../../../config/paths.ts';

const byNumber = new Intl.Collator('ja', { numeric: true });

/** The athletes on sale in the order in which their cards are printed: by category as the contest lists them, then by bib. */
export const athleteCards = (categories: readonly Category[], athletes: readonly Athlete[]): Athlete[] => {
  const places = new Map(categories.map(({ name }, place) => [name, place]));
  const placeOf = ({ category }: Athlete): number => places.get(category) ?? categories.length;
  return athletes
    .filter(({ isDeleted, videoStatus }) => !isDeleted && isOnSale(videoStatus))
    .sort((a, b) => placeOf(a) - placeOf(b) || byNumber.compare(a.athleteNumber, b.athleteNumber));
};

/** The categories of these athletes, each with its number of cards. */
export const countByCategory = (athletes: readonly Athlete[]): { category: string; count: number }[] => {
  const counts = new Map<string, number>();
  for (const { category } of athletes) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].map(([category, count]) => ({ category, count }));
};

/** A4 sheets for business cards have ten of 91 × 55 mm. */
export const CARDS_PER_SHEET = 10;

export const sheetsOf = (athletes: readonly Athlete[]): Athlete[][] =>
  Array.from({ length: Math.ceil(athletes.length / CARDS_PER_SHEET) }, (_, sheet) =>
    athletes.slice(sheet * CARDS_PER_SHEET, (sheet + 1) * CARDS_PER_SHEET),
  );

/** What a printed code contains: an address that works outside of this browser. */
export const orderFormAddress = (slug: string, athlete?: Pick<Athlete, 'category' | 'athleteNumber'>): string => {
  const selected = athlete && { category: athlete.category, athlete: athlete.athleteNumber };
  return new URL(paths.orderForm.to(slug, selected), window.location.origin).href;
};
