import { ApiError } from '../../../lib/api-error.ts';
import type { OrderData } from '../../../lib/storage.ts';

/** The order at the prices the server says hold now; null where it says none, or where they are the ones the customer has seen. */
export const atNewPrices = (order: OrderData, error: unknown): OrderData | null => {
  const prices = error instanceof ApiError ? error.body?.prices : undefined;
  if (prices?.length !== order.items.length) return null;
  const items = order.items.map((item, index) => ({ ...item, price: prices[index] ?? item.price }));
  return items.some(({ price }, index) => price !== order.items[index]?.price) ? { ...order, items } : null;
};
