import {
  type Athlete,
  type Category,
  FALLBACK_PRICE,
  isOnSale,
  orderingErrors,
  refusalMessages,
  type VideoStyle,
} from '@stagereel/contracts';
import type { DraftItem, OrderItemData } from '../../../lib/saved-data.ts';

/** The athletes on sale by category; `find` looks one up by category and number. */
export type Assortment = {
  categories: readonly string[];
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
    categories: [...byCategory.keys()],
    athletesOf: (category) => byCategory.get(category) ?? [],
    find: (category, athleteNumber) => byCategory.get(category)?.find((athlete) => athlete.athleteNumber === athleteNumber) ?? null,
  };
};

/** In yen, including tax. */
export const priceOf = (athlete: Athlete, style: VideoStyle): number =>
  (style === '縦動画' ? athlete.verticalVideoPrice : athlete.horizontalVideoPrice) ?? FALLBACK_PRICE;

export const newDraftItem = (id: string): DraftItem => ({ id, category: '', athleteNumber: '', videoStyle: null });

export type ItemErrors = { category?: string; athleteNumber?: string; videoStyle?: string };
export type ItemField = keyof ItemErrors;

/** Errors of chosen parts that are no longer available; parts that are not chosen yet have none. */
const unavailableError = ({ category, athleteNumber }: DraftItem, { categories, find }: Assortment): ItemErrors => {
  if (category !== '' && !categories.includes(category)) {
    return { category: `カテゴリー「${category}」は現在販売していません。別のカテゴリーを選択してください。` };
  }
  if (athleteNumber !== '' && find(category, athleteNumber) === null) {
    return { athleteNumber: `${refusalMessages.AthleteNotOnSale}別の選手を選択してください。` };
  }
  return {};
};

const fieldErrors = (item: DraftItem, assortment: Assortment): ItemErrors => {
  const errors = unavailableError(item, assortment);
  if (item.category === '') errors.category = 'カテゴリーを選択してください。';
  else if (item.athleteNumber === '') errors.athleteNumber = '選手を選択してください。';
  if (item.videoStyle === null) errors.videoStyle = '動画の向きを選択してください。';
  return errors;
};

const errorsById = (items: readonly DraftItem[], errorsOf: (item: DraftItem) => ItemErrors): Record<string, ItemErrors> =>
  Object.fromEntries(items.map((item) => [item.id, errorsOf(item)] as const).filter(([, errors]) => Object.keys(errors).length > 0));

/** Errors of items whose category or athlete was withdrawn since, shown at once and not only on submit. */
export const unavailableErrors = (items: readonly DraftItem[], assortment: Assortment): Record<string, ItemErrors> =>
  errorsById(items, (item) => unavailableError(item, assortment));

const sameVideo = (a: DraftItem, b: DraftItem): boolean =>
  a.category === b.category && a.athleteNumber === b.athleteNumber && a.videoStyle === b.videoStyle;

export type CheckedItems = { ok: true; items: OrderItemData[] } | { ok: false; message: string; errors: Record<string, ItemErrors> };

const toOrderItem = (item: DraftItem, assortment: Assortment): OrderItemData[] => {
  const athlete = assortment.find(item.category, item.athleteNumber);
  if (athlete === null || item.videoStyle === null) return [];
  const { category, athleteNumber, name } = athlete;
  return [
    { id: item.id, category, athleteNumber, athleteName: name, videoStyle: item.videoStyle, price: priceOf(athlete, item.videoStyle) },
  ];
};

/** The errors of the items, by field and as one sentence; or the items to order with the current prices. */
export const checkItems = (items: readonly DraftItem[], assortment: Assortment): CheckedItems => {
  if (items.length === 0) return { ok: false, message: orderingErrors.ItemsRequired.message, errors: {} };

  const incomplete = errorsById(items, (item) => fieldErrors(item, assortment));
  if (Object.keys(incomplete).length > 0) return { ok: false, message: orderingErrors.ItemsIncomplete.message, errors: incomplete };

  const repeated = items.filter((item, index) => items.slice(0, index).some((earlier) => sameVideo(earlier, item)));
  if (repeated.length > 0) {
    const errors = Object.fromEntries(repeated.map(({ id }) => [id, { athleteNumber: '同じ動画がすでに選択されています。' }]));
    return { ok: false, message: orderingErrors.ItemsDuplicated.message, errors };
  }

  return { ok: true, items: items.flatMap((item) => toOrderItem(item, assortment)) };
};

/** The total and the number of the complete items. */
export const totalSoFar = (items: readonly DraftItem[], assortment: Assortment): { count: number; amount: number } => {
  const chosen = items.flatMap((item) => toOrderItem(item, assortment));
  return { count: chosen.length, amount: chosen.reduce((sum, { price }) => sum + price, 0) };
};
