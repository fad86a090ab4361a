import { type ContestGaps, MIN_CHARGE, type OrderItem, type QuotedLine, type RefusedItem, refusalMessages } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';

export type Catalog = {
  /** The current prices in the order of the items, or the items that cannot be bought. @throws AppError ServiceUnavailable */
  quote: (items: readonly OrderItem[]) => Promise<{ lines: QuotedLine[] } | { refused: RefusedItem[] }>;
  /** How many contests lack something that the shop sells by. @throws AppError ServiceUnavailable */
  countGaps: () => Promise<ContestGaps>;
};

const requireDistinct = (items: readonly OrderItem[]): void => {
  const videos = items.map(({ contestId, category, athleteNumber, videoStyle }) =>
    JSON.stringify([contestId, category, athleteNumber, videoStyle]),
  );
  if (new Set(videos).size < videos.length) throw new AppError('ItemsDuplicated');
};

/**
 * Quotes the items of a basket. The amount sent by the client is only compared.
 * @throws AppError ItemsDuplicated, ItemsUnavailable with the items, AmountMismatch with the current prices, ServiceUnavailable
 */
export const priceItems = async (
  { catalog }: { catalog: Pick<Catalog, 'quote'> },
  { items, amount }: { items: readonly OrderItem[]; amount: number },
): Promise<QuotedLine[]> => {
  requireDistinct(items);
  const quote = await catalog.quote(items);
  if ('refused' in quote) {
    const refused = quote.refused.map(({ index, code }) => ({ index, code, message: refusalMessages[code] }));
    throw new AppError('ItemsUnavailable', { details: { refused } });
  }
  if (quote.lines.length !== items.length) {
    const cause = new Error(`Catalog quoted ${quote.lines.length} lines for ${items.length} items`);
    throw new AppError('ServiceUnavailable', { cause });
  }
  const prices = quote.lines.map(({ price }) => price);
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (total !== amount || total < MIN_CHARGE) throw new AppError('AmountMismatch', { details: { prices } });
  return quote.lines;
};
