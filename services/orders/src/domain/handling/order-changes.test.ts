import { describe, expect, test } from '@jest/globals';
import { changesSince, type ListedOrder, newestFirst, type OrderBook } from './order-changes.ts';

const T = Date.parse('2026-11-20T09:00:00.000Z');
const HOUR_MS = 3_600_000;

const order = (index: number, more: Partial<ListedOrder> = {}): ListedOrder => {
  const number = String(10_000_000 + index);
  return {
    id: `id-${index}`,
    number,
    revision: 1,
    createdAt: T + index * 60_000,
    changedAt: T + index * 60_000,
    json: Buffer.from(`{"${number}":1}`),
    ...more,
  };
};
const bookOf = (orders: readonly ListedOrder[]): OrderBook => ({
  orders: [...orders].sort(newestFirst),
  newestChange: Math.max(0, ...orders.map(({ changedAt }) => changedAt)),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => order(index));
const numbers = ({ orders }: { orders: readonly ListedOrder[] }) => orders.map(({ number }) => number);
/** Replaces the order of the same id. */
const withOrder = (orders: readonly ListedOrder[], changed: ListedOrder) => [...orders.filter(({ id }) => id !== changed.id), changed];

describe('loading all orders', () => {
  test('when there are many, then a small first page and larger ones have each order once, newest first (admin 7.35)', () => {
    const orders = many(5000);
    const pages = [changesSince(bookOf(orders), '')];
    while (pages.at(-1)?.hasMore) pages.push(changesSince(bookOf(orders), pages.at(-1)?.cursor ?? ''));
    expect(pages.map((page) => [page.orders.length, page.isRestart, page.hasMore])).toEqual([
      [100, true, true],
      [2000, false, true],
      [2000, false, true],
      [900, false, false],
    ]);
    expect(pages.flatMap(numbers)).toEqual(bookOf(orders).orders.map(({ number }) => number));
  });

  test('when an order changes and another arrives between two pages, then no order is missing or doubled, and both come at the end', () => {
    const before = many(150);
    const first = changesSince(bookOf(before), '');
    const changed = order(149, { revision: 2, changedAt: T + HOUR_MS * 9 });
    const arrived = order(900);
    const after = bookOf([...withOrder(before, changed), arrived]);
    const second = changesSince(after, first.cursor);
    expect(second.hasMore).toBe(true);
    expect(new Set([...numbers(first), ...numbers(second)]).size).toBe(150);
    const last = changesSince(after, second.cursor);
    expect([numbers(last).sort(), last.hasMore, last.total]).toEqual([[changed.number, arrived.number].sort(), false, 151]);
  });

  test('when there are no orders, then the list is complete, and the first order begins a new one', () => {
    const empty = changesSince(bookOf([]), '');
    expect(empty).toMatchObject({ orders: [], hasMore: false, isRestart: true, total: 0 });
    expect(changesSince(bookOf([order(1)]), empty.cursor)).toMatchObject({ orders: [order(1)], hasMore: false, total: 1 });
  });
});

describe('changes since a cursor', () => {
  const orders = many(50);
  const { cursor } = changesSince(bookOf(orders), '');

  test('when nothing has changed, then there are no orders, and the cursor stays the same', () => {
    expect(changesSince(bookOf(orders), cursor)).toEqual({ cursor, orders: [], isRestart: false, hasMore: false, total: 50 });
  });

  test('when one order has changed, then it is sent once, with those of the last seconds before the cursor', () => {
    const now = bookOf(withOrder(orders, order(7, { revision: 2, changedAt: T + HOUR_MS })));
    const changes = changesSince(now, cursor);
    expect(numbers(changes)).toEqual(['10000049', '10000007']);
    expect(changesSince(now, changes.cursor).orders).toEqual([]);
  });

  test('when a write becomes visible after a later one, then it is sent too', () => {
    const later = withOrder(orders, order(8, { revision: 2, changedAt: T + HOUR_MS }));
    const { cursor: seen } = changesSince(bookOf(later), cursor);
    const late = withOrder(later, order(9, { revision: 2, changedAt: T + HOUR_MS - 9_000 }));
    expect(numbers(changesSince(bookOf(late), seen))).toContain('10000009');
  });

  test.each([
    ['is of another database', cursor, bookOf(many(60).slice(1))],
    ['is newer than a restored database', cursor, bookOf(orders.slice(0, 40))],
    ['cannot be read', 'yesterday', bookOf(orders)],
    ['is too old', cursor, bookOf(orders.concat(many(3000).slice(50)))],
  ])('when the cursor %s, then a new list begins', (_case, since, book) => {
    const changes = changesSince(book, since);
    expect(changes).toMatchObject({ isRestart: true, total: book.orders.length });
    expect(changes.orders.length).toBeGreaterThan(0);
  });

  test('when an order was deleted, then the total tells it', () => {
    const without = bookOf(orders.filter(({ id }) => id !== 'id-7'));
    expect(changesSince(without, cursor)).toMatchObject({ orders: [], isRestart: false, total: 49 });
  });
});
