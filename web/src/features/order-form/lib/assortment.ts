import {
  type Athlete,
  type Category,
  type Contest,
  FALLBACK_PRICE,
  formatYen,
  isOnSale,
  VIDEO_STYLES,
  type VideoStyle,
} from '@stagereel/contracts';

/** The athletes on sale; `find` looks one up by category and number. */
export type Assortment = {
  /** Only those with athletes on sale. */
  categories: readonly string[];
  athletes: readonly Athlete[];
  athletesOf: (category: string) => readonly Athlete[];
  find: (category: string, athleteNumber: string) => Athlete | null;
};

/** Categories in the contest's order; a category that only an athlete has (未分類) is last. */
export const orderableAthletes = (categories: readonly Category[], athletes: readonly Athlete[]): Assortment => {
  const byCategory = new Map<string, Athlete[]>(categories.map(({ name }) => [name, []]));
  for (const athlete of athletes) {
    if (athlete.isDeleted || !isOnSale(athlete.videoStatus)) continue;
    const others = byCategory.get(athlete.category);
    if (others === undefined) byCategory.set(athlete.category, [athlete]);
    else others.push(athlete);
  }
  return {
    categories: [...byCategory].flatMap(([name, members]) => (members.length > 0 ? [name] : [])),
    athletes: [...byCategory.values()].flat(),
    athletesOf: (category) => byCategory.get(category) ?? [],
    find: (category, athleteNumber) => byCategory.get(category)?.find((athlete) => athlete.athleteNumber === athleteNumber) ?? null,
  };
};

/** In yen, including tax. */
export const priceOf = (athlete: Athlete, style: VideoStyle): number =>
  (style === '縦動画' ? athlete.verticalVideoPrice : athlete.horizontalVideoPrice) ?? FALLBACK_PRICE;

type PriceRange = NonNullable<Contest['priceRange']>;

/** The lowest and the highest price of one video; null when nothing is on sale. */
export const priceRangeOf = ({ athletes }: Assortment): PriceRange | null =>
  athletes
    .flatMap((athlete) => VIDEO_STYLES.map((style) => priceOf(athlete, style)))
    .reduce<PriceRange | null>(
      (range, price) =>
        range === null ? { min: price, max: price } : { min: Math.min(range.min, price), max: Math.max(range.max, price) },
      null,
    );

/** `1本 ¥5,000（税込）` or `1本 ¥3,000〜¥5,000（税込）`. */
export const priceRangeText = ({ min, max }: PriceRange): string =>
  min === max ? `1本 ${formatYen(min)}（税込）` : `1本 ${formatYen(min)}〜${formatYen(max)}（税込）`;
