import { useSessionStorage } from '@mantine/hooks';
import {
  type Athlete,
  DEFAULT_PRICE_ITEMS,
  DEFAULT_PRICE_NOTES,
  FALLBACK_PRICE,
  formatYen,
  isOnSale,
  type PriceDescription,
  type SavedPriceDescription,
} from '@stagereel/contracts';
import { adminDraftKey } from '../../../lib/admin-drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { agreeIn } from '../../../lib/save-with-version.ts';
import { parsePrice } from './athlete-input.ts';

/** One row of a price description as entered. `id` identifies the row on the screen. */
export type PriceDraftItem = { id: string; name: string; price: string };
type PriceDraft = { items: readonly PriceDraftItem[]; notes: string };
/** The errors of each row, by its id. */
export type PriceDraftErrors = Readonly<Record<string, { name?: string; price?: string }>>;

export const toPriceDraft = ({ items, notes }: PriceDescription): PriceDraft => ({
  items: items.map(({ name, price }, index) => ({ id: `saved-${index}`, name, price: price.toLocaleString('ja-JP') })),
  notes,
});

/** Customers see no price description until one is saved. The editor then starts with a suggestion. */
const isUnsaved = ({ version }: SavedPriceDescription): boolean => version === 0;
const SUGGESTION = { items: [...DEFAULT_PRICE_ITEMS], notes: DEFAULT_PRICE_NOTES };

const itemErrors = ({ name, price }: PriceDraftItem): { name?: string; price?: string } => {
  const parsed = parsePrice(price);
  const errors: { name?: string; price?: string } = {};
  if (name.trim() === '') errors.name = '項目名を入力してください。';
  if ('error' in parsed) errors.price = parsed.error;
  else if (parsed.price === null) errors.price = '価格を入力してください。';
  return errors;
};

/** The description to save, or the errors. */
export const readPriceDraft = ({ items, notes }: PriceDraft): { description: PriceDescription } | { errors: PriceDraftErrors } => {
  const wrong = items.map((item) => [item.id, itemErrors(item)] as const).filter(([, errors]) => Object.keys(errors).length > 0);
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong) };
  const read = items.map(({ name, price }) => {
    const parsed = parsePrice(price);
    return { name: name.trim(), price: 'price' in parsed ? (parsed.price ?? 0) : 0 };
  });
  return { description: { items: read, notes: notes.trim() } };
};

/** `seen` is the saved state when editing began. */
type KeptDraft = PriceDraft & { seen: SavedPriceDescription };

/**
 * The draft of a price description, in session storage until it is saved or discarded. It survives changing tabs, a reload and an expired
 * session.
 */
export const usePriceDraft = ({ contestId, saved }: { contestId: string; saved: SavedPriceDescription }) => {
  const [typed, setKept, giveUp] = useSessionStorage<KeptDraft | null>({
    key: adminDraftKey(`price-description:${contestId}`),
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const draft: KeptDraft = typed ?? { ...toPriceDraft(isUnsaved(saved) ? SUGGESTION : saved), seen: saved };

  const changeItem = (id: string, change: Partial<PriceDraftItem>) =>
    setKept({ ...draft, items: draft.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });

  return {
    draft,
    isDirty: typed !== null,
    isUnsaved: isUnsaved(saved),
    /** Whether somebody else saved since editing began. */
    isOvertaken: !agreeIn({ fields: ['items', 'notes'], left: draft.seen, right: saved }),
    giveUp,
    changeItem,
    addItem: () => setKept({ ...draft, items: [...draft.items, { id: randomId(), name: '', price: '' }] }),
    removeItem: (id: string) => setKept({ ...draft, items: draft.items.filter((item) => item.id !== id) }),
    changeNotes: (notes: string) => setKept({ ...draft, notes }),
  };
};

/** The different prices of the videos on sale, the lowest first. */
const pricesOnSale = (athletes: readonly Athlete[]): number[] => {
  const onSale = athletes.filter(({ isDeleted, videoStatus }) => !isDeleted && isOnSale(videoStatus));
  const prices = onSale.flatMap(({ verticalVideoPrice, horizontalVideoPrice }) => [verticalVideoPrice, horizontalVideoPrice]);
  return [...new Set(prices.map((price) => price ?? FALLBACK_PRICE))].sort((a, b) => a - b);
};

const rangeText = (prices: readonly number[]): string => {
  const [lowest, highest] = [prices[0], prices.at(-1)];
  if (lowest === undefined || highest === undefined) return '';
  return lowest === highest ? formatYen(lowest) : `${formatYen(lowest)}〜${formatYen(highest)}`;
};

/** A sentence for each item whose price no video on sale has. Empty while no athlete is on sale. */
export const priceContradictions = ({
  items,
  athletes,
}: {
  items: readonly PriceDraftItem[];
  athletes: readonly Athlete[];
}): { id: string; text: string }[] => {
  const prices = pricesOnSale(athletes);
  if (prices.length === 0) return [];
  return items.flatMap(({ id, name, price: typed }) => {
    const parsed = parsePrice(typed);
    if ('error' in parsed || parsed.price === null || prices.includes(parsed.price)) return [];
    const label = name.trim() === '' ? 'この料金' : `「${name.trim()}」`;
    return [{ id, text: `${label}は${formatYen(parsed.price)}ですが、販売中の動画の価格は${rangeText(prices)}です。` }];
  });
};
