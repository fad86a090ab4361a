import { ApiError } from '../../../lib/api-error.ts';
import type { OrderData } from '../../../lib/saved-data.ts';

/** The order with the server's current prices; null when the server returned none, or when they are unchanged. */
export const atNewPrices = (order: OrderData, error: unknown): OrderData | null => {
  const prices = error instanceof ApiError ? error.body?.prices : undefined;
  if (prices?.length !== order.items.length) return null;
  const items = order.items.map((item, index) => ({ ...item, price: prices[index] ?? item.price }));
  return items.some(({ price }, index) => price !== order.items[index]?.price) ? { ...order, items } : null;
};
