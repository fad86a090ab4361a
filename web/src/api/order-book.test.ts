import { describe, expect, test } from '@jest/globals';
import type { AdminLine } from '@stagereel/contracts';
import { buildAdminLine, buildOrderChanges } from '../testing/build-admin-line.ts';
import { applyChanges, type OrderBook } from './order-book.ts';

const line = (orderNumber: string, more: Partial<AdminLine> = {}) =>
  buildAdminLine({ orderNumber, orderDate: `2026-11-20T09:00:${orderNumber.slice(6, 8)}.000Z`, ...more });
const numbers = ({ orders }: OrderBook) => orders.map(({ orderNumber }) => orderNumber);
const part = { isRestart: false, total: 3 } as const;

describe('applyChanges', () => {
  const book = applyChanges(undefined, buildOrderChanges([line('12345678-01'), line('12345678-02'), line('12345676-01')]));

  test('when nothing has changed, then the book stays the same object', () => {
    expect(applyChanges(book, buildOrderChanges([], { isRestart: false, total: 2 }))).toBe(book);
  });

  test('when an order arrives and another one changes, then both are at their place, and the others stay the same objects', () => {
    const changes = buildOrderChanges([line('12345676-01', { status: '納品済み' }), line('12345677-01')], { ...part, cursor: 'cursor-2' });
    const next = applyChanges(book, changes);
    expect([numbers(next), next.cursor]).toEqual([['12345678', '12345677', '12345676'], 'cursor-2']);
    expect(next.orders[0]).toBe(book.orders[0]);
    expect(next.orders[2]?.lines[0].status).toBe('納品済み');
    expect(numbers(book)).toEqual(['12345678', '12345676']);
  });

  test('when a page of older orders follows, then it is added at the end', () => {
    expect(numbers(applyChanges(book, buildOrderChanges([line('12345675-01')], part)))).toEqual(['12345678', '12345676', '12345675']);
  });

  test('when a new list begins, then the orders of the old one are gone', () => {
    expect(numbers(applyChanges(book, buildOrderChanges([line('12345676-01')])))).toEqual(['12345676']);
  });

  test('when the list has another number of orders, then the next request begins a new one', () => {
    expect(applyChanges(book, buildOrderChanges([], { isRestart: false, total: 1 })).cursor).toBe('');
    // Not before all pages are there.
    expect(applyChanges(book, buildOrderChanges([], { isRestart: false, total: 9, hasMore: true })).cursor).toBe('cursor-1');
  });
});
