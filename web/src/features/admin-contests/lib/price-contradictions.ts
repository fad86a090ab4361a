import { type Athlete, FALLBACK_PRICE, formatYen, isOnSale } from '@stagereel/contracts';
import { parsePrice } from './parse-input.ts';
import type { PriceDraftItem } from './price-draft.ts';

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
