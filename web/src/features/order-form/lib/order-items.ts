import { type Athlete, MAX_ORDER_ITEMS, orderingErrors, refusalMessages, VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import type { DraftItem, OrderItemData } from '../../../lib/saved-data.ts';
import { type Assortment, priceOf } from './assortment.ts';

export const ORDER_LIMIT = `1回のご注文は${MAX_ORDER_ITEMS}本までです。`;

export const newDraftItem = (id: string, category = ''): DraftItem => ({ id, category, athleteNumber: '', videoStyles: [] });

/** How many videos the items are or will be: an item without a style will be at least one. */
export const countVideos = (items: readonly DraftItem[]): number =>
  items.reduce((sum, { videoStyles }) => sum + Math.max(1, videoStyles.length), 0);

const isSameAthlete = (a: DraftItem, b: DraftItem): boolean =>
  a.athleteNumber !== '' && a.athleteNumber === b.athleteNumber && a.category === b.category;

/** The styles of this item's athlete that other items contain, with the position of that item. */
export const stylesElsewhere = (item: DraftItem, items: readonly DraftItem[]): ReadonlyMap<VideoStyle, number> =>
  new Map(
    items.flatMap((other, index) =>
      other.id !== item.id && isSameAthlete(other, item) ? other.videoStyles.map((style) => [style, index + 1] as const) : [],
    ),
  );

/**
 * The items with this athlete chosen: in the item that already has this athlete, else in the first item without an athlete, else in a new item.
 * Null when the order is full.
 */
export const withAthlete = (
  items: readonly DraftItem[],
  { athlete: { category, athleteNumber }, newId }: { athlete: Athlete; newId: string },
): { items: readonly DraftItem[]; id: string } | null => {
  const existing = items.find((item) => item.category === category && item.athleteNumber === athleteNumber);
  if (existing) return { items, id: existing.id };
  const empty = items.find((item) => item.athleteNumber === '');
  if (empty) return { items: items.map((item) => (item === empty ? { ...item, category, athleteNumber } : item)), id: empty.id };
  if (countVideos(items) >= MAX_ORDER_ITEMS) return null;
  return { items: [...items, { ...newDraftItem(newId, category), athleteNumber }], id: newId };
};

export type ItemErrors = { category?: string; athleteNumber?: string; videoStyles?: string };
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
  if (item.videoStyles.length === 0) errors.videoStyles = '動画の向きを選択してください。';
  return errors;
};

type ErrorsById = Record<string, ItemErrors>;

const errorsById = (items: readonly DraftItem[], errorsOf: (item: DraftItem) => ItemErrors): ErrorsById =>
  Object.fromEntries(items.map((item) => [item.id, errorsOf(item)] as const).filter(([, errors]) => Object.keys(errors).length > 0));

/** Errors of items whose category or athlete was withdrawn since. */
export const unavailableErrors = (items: readonly DraftItem[], assortment: Assortment): ErrorsById =>
  errorsById(items, (item) => unavailableError(item, assortment));

/** Errors of items that contain a video of an earlier item. */
export const duplicateErrors = (items: readonly DraftItem[]): ErrorsById =>
  errorsById(items, (item) => {
    const earlier = stylesElsewhere(item, items.slice(0, items.indexOf(item)));
    return item.videoStyles.some((style) => earlier.has(style)) ? { videoStyles: '同じ動画がすでに選択されています。' } : {};
  });

export type CheckedItems = { ok: true; items: OrderItemData[] } | { ok: false; message: string; errors: ErrorsById };

const ID_ENDINGS = { 縦動画: 'vertical', 横動画: 'horizontal' } as const satisfies Record<VideoStyle, string>;

/** One order item per style. */
const toOrderItems = (item: DraftItem, assortment: Assortment): OrderItemData[] => {
  const athlete = assortment.find(item.category, item.athleteNumber);
  if (athlete === null) return [];
  const { category, athleteNumber, name } = athlete;
  return VIDEO_STYLES.filter((style) => item.videoStyles.includes(style)).map((videoStyle) => ({
    id: `${item.id}-${ID_ENDINGS[videoStyle]}`,
    category,
    athleteNumber,
    athleteName: name,
    videoStyle,
    price: priceOf(athlete, videoStyle),
  }));
};

/** The errors of the items, by field and as one sentence; or the items to order with the current prices. */
export const checkItems = (items: readonly DraftItem[], assortment: Assortment): CheckedItems => {
  if (items.length === 0) return { ok: false, message: orderingErrors.ItemsRequired.message, errors: {} };

  const incomplete = errorsById(items, (item) => fieldErrors(item, assortment));
  if (Object.keys(incomplete).length > 0) return { ok: false, message: orderingErrors.ItemsIncomplete.message, errors: incomplete };

  const repeated = duplicateErrors(items);
  if (Object.keys(repeated).length > 0) return { ok: false, message: orderingErrors.ItemsDuplicated.message, errors: repeated };

  if (countVideos(items) > MAX_ORDER_ITEMS) return { ok: false, message: ORDER_LIMIT, errors: {} };
  return { ok: true, items: items.flatMap((item) => toOrderItems(item, assortment)) };
};

/** The total and the number of the chosen videos. A video that is chosen twice counts once. */
export const totalSoFar = (items: readonly DraftItem[], assortment: Assortment): { count: number; amount: number } => {
  const chosen = items.flatMap((item, index) => {
    const earlier = stylesElsewhere(item, items.slice(0, index));
    return toOrderItems(item, assortment).filter(({ videoStyle }) => !earlier.has(videoStyle));
  });
  return { count: chosen.length, amount: chosen.reduce((sum, { price }) => sum + price, 0) };
};
