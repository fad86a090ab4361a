import { afterEach, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import type { Order } from '../../src/domain/order/order.ts';
import { startShopWithRepository } from '../support/repository.ts';
import { type Fields, storedOrdersOf } from '../support/stored-orders.ts';

const shop = useService(() => startShopWithRepository());
const { createOrder } = storedOrdersOf(shop);

afterEach(() => shop.orders.deleteMany({}));

const at = new Date('2026-11-20T03:00:00Z');
const later = new Date('2100-01-01T00:00:00Z');
const numbersOf = (orders: readonly Order[]): string[] => orders.map(({ number }) => number);
const paid = { 'payment.state': 'paid', 'payment.paidAt': at };
const contest = { 'lines.0.contestId': 'wanted' };
const refundFailures = [{ refundId: 're', amount: 1, reason: '理由', at, refundedBefore: 1 }];

type Query = {
  /** Gets the numbers of the orders that it must find. */
  read: (numbers: readonly string[]) => Promise<string[]>;
  found: Fields[];
  others: Fields[];
};
const queries: Record<string, Query> = {
  findByNumbers: {
    read: async (numbers) => numbersOf(await shop.repository.findByNumbers(numbers)),
    found: [{}, paid],
    others: [{}],
  },
  listFlagged: {
    read: async () => numbersOf(await shop.repository.listFlagged()),
    found: [{ 'payment.state': 'flagged' }, { ...paid, 'payment.refundFailures': refundFailures }],
    others: [{}, paid],
  },
  listUnhandledOf: {
    read: async () => numbersOf(await shop.repository.listUnhandledOf('wanted')),
    found: [contest, { ...paid, ...contest }],
    others: [paid, { ...paid, ...contest, handledAt: at }, { ...contest, 'payment.state': 'cancelled' }],
  },
  listDueChecks: {
    read: async () => numbersOf((await shop.repository.listDueChecks({ now: at, limit: 10 })).map(({ order }) => order)),
    found: [{ 'payment.checkAt': at }],
    others: [{ 'payment.checkAt': later }, { ...paid, 'payment.checkAt': at }],
  },
};

test.each(Object.entries(queries))('when %s reads orders, then it finds those that match and no others', async (_, query) => {
  const found: string[] = [];
  for (const fields of query.found) found.push(await createOrder(fields));
  for (const fields of query.others) await createOrder(fields);
  expect((await query.read(found)).sort()).toEqual(found.sort());
});
