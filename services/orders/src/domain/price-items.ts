import { MIN_CHARGE, type OrderItem, type QuotedLine, refusalMessages } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Catalog } from './ports.ts';

type PriceItems = { items: readonly OrderItem[]; amount: number };

const assertDistinct = (items: readonly OrderItem[]): void => {
  const videos = items.map(({ contestId, category, athleteNumber, videoStyle }) =>
    JSON.stringify([contestId, category, athleteNumber, videoStyle]),
  );
  if (new Set(videos).size < videos.length) throw new AppError('ItemsDuplicated');
};

/**
 * Prices what a visitor wants from the catalog; the client's amount is only compared.
 * @throws AppError ItemsDuplicated, ItemsUnavailable naming the items, AmountMismatch with the prices of now, ServiceUnavailable
 */
export const priceItems = async ({ catalog }: { catalog: Catalog }, { items, amount }: PriceItems): Promise<QuotedLine[]> => {
  assertDistinct(items);
  const quote = await catalog.quote(items);
  if ('refused' in quote) {
    const refused = quote.refused.map(({ index, code }) => ({ index, code, message: refusalMessages[code] }));
    throw new AppError('ItemsUnavailable', { details: { refused } });
  }
  if (quote.lines.length !== items.length) {
    throw new AppError('ServiceUnavailable', { cause: new Error(`${items.length} items were quoted as ${quote.lines.length} lines`) });
  }
  const prices = quote.lines.map(({ price }) => price);
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (total !== amount || total < MIN_CHARGE) throw new AppError('AmountMismatch', { details: { prices } });
  return quote.lines;
};
