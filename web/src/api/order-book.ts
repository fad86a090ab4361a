import type { AdminLine, OrderChanges } from '@stagereel/contracts';
import { type LinesOfOrder, linesByOrder } from '../lib/lines-by-order.ts';

/** One order of the back office. An order that has not changed stays the same object. */
export type AdminOrder = LinesOfOrder<AdminLine>;

/** All orders, newest first, as of `cursor`. While `hasMore`, older ones are still being loaded; `total` counts them too. */
export type OrderBook = { cursor: string; orders: readonly AdminOrder[]; hasMore: boolean; total: number };

const newestFirst = ({ lines: [one], orderNumber }: AdminOrder, { lines: [other], orderNumber: otherNumber }: AdminOrder): number => {
  if (one.orderDate !== other.orderDate) return one.orderDate < other.orderDate ? 1 : -1;
  return otherNumber < orderNumber ? -1 : 1;
};

const merge = (known: readonly AdminOrder[], changed: readonly AdminOrder[]): readonly AdminOrder[] => {
  if (changed.length === 0) return known;
  const numbers = new Set(changed.map(({ orderNumber }) => orderNumber));
  return [...known.filter(({ orderNumber }) => !numbers.has(orderNumber)), ...changed].sort(newestFirst);
};

/** The book after a response of the server. Without a change it stays the same object, so that nothing is rendered again. */
export const applyChanges = (book: OrderBook | undefined, changes: OrderChanges): OrderBook => {
  const { cursor, isRestart, hasMore, total } = changes;
  const orders = merge(isRestart || !book ? [] : book.orders, linesByOrder(changes.orders));
  // An order was deleted: the next request begins a new list.
  const isWrong = !hasMore && orders.length !== total;
  const next = { cursor: isWrong ? '' : cursor, orders, hasMore, total };
  const isSame = book && orders === book.orders && next.cursor === book.cursor && hasMore === book.hasMore && total === book.total;
  return isSame ? book : next;
};
