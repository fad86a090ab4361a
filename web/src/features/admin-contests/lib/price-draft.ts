import type { PriceDescription } from '@stagereel/contracts';
import { parsePrice } from './parse-input.ts';

/** A price description as it is typed; `id` only tells the rows apart. */
export type PriceDraftItem = { id: string; name: string; price: string };
export type PriceDraft = { items: readonly PriceDraftItem[]; notes: string };
/** By item id. */
export type PriceDraftErrors = Readonly<Record<string, { name?: string; price?: string }>>;

export const toPriceDraft = ({ items, notes }: PriceDescription): PriceDraft => ({
  items: items.map(({ name, price }, index) => ({ id: `saved-${index}`, name, price: price.toLocaleString('ja-JP') })),
  notes,
});

const itemErrors = ({ name, price }: PriceDraftItem): { name?: string; price?: string } => {
  const parsed = parsePrice(price);
  const errors: { name?: string; price?: string } = {};
  if (name.trim() === '') errors.name = '項目名を入力してください。';
  if ('error' in parsed) errors.price = parsed.error;
  else if (parsed.price === null) errors.price = '価格を入力してください。';
  return errors;
};

/** What is to be saved, or what must be mended first. */
export const readPriceDraft = ({ items, notes }: PriceDraft): { description: PriceDescription } | { errors: PriceDraftErrors } => {
  const wrong = items.map((item) => [item.id, itemErrors(item)] as const).filter(([, errors]) => Object.keys(errors).length > 0);
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
  const read = items.map(({ name, price }) => {
    const parsed = parsePrice(price);
    return { name: name.trim(), price: 'price' in parsed ? (parsed.price ?? 0) : 0 };
  });
  return { description: { items: read, notes: notes.trim() } };
};
