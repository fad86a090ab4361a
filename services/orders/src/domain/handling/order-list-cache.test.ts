import { describe, expect, test } from '@jest/globals';
import { noFollowUp } from '../follow-up/follow-up.ts';
import type { PaidOrder } from '../order/order.ts';
import { createOrderListCache } from './order-list-cache.ts';

const MINUTE_MS = 60_000;

const orderOf = (index: number): PaidOrder => {
  const paidAt = new Date(Date.UTC(2026, 10, 1) + index * MINUTE_MS);
  const line = {
    contestId: 'c',
    contestName: '関東',
    category: '一般',
    athleteNumber: '1',
    athleteName: null,
    style: '縦動画',
    price: 5000,
  };
  return {
    ...{ id: `id-${index}`, revision: 1, number: String(10_000_000 + index), email: 'a@example.jp', customerName: '', total: 5000 },
    ...{ createdAt: paidAt, statusToken: 'token', status: '未対応', handledAt: null, download: null, mails: [], receipts: [] },
    request: { key: 'k', digest: 'd' },
    payment: { state: 'paid', intentId: 'pi', paidAt, paidEventId: 'e', refundedAmount: 0, disputedAt: null, disputeOutcome: null },
    lines: [{ ...line, number: `${10_000_000 + index}-01`, productionPossible: true, declined: null, video: null, delivery: null }],
    followUp: noFollowUp,
  } as unknown as PaidOrder;
};

/** A store in memory, and how often the cache has read everything or counted. */
const startCache = (count: number) => {
  const stored = new Map(Array.from({ length: count }, (_, index) => [`id-${index}`, orderOf(index)]));
  const reads = { all: 0, counts: 0 };
  let now = Date.UTC(2026, 10, 20);
  const all = () => [...stored.values()];
  const cache = createOrderListCache({
    clock: () => now,
    orders: {
      listRevisions: async (since) => {
        if (!since) reads.all += 1;
        const listed = all().filter(({ createdAt }) => !since || createdAt >= since);
        return listed.map(({ id, revision, createdAt }) => ({ id, revision, changedAt: createdAt }));
      },
      listPaid: async (filter) => all().filter(({ id }) => 'ids' in filter && filter.ids.includes(id)),
      streamPaid: async function* () {
        yield* all();
      },
      countPaid: async () => {
        reads.counts += 1;
        return stored.size;
      },
    },
  });
  return { stored, reads, numberOfOrders: async () => (await cache.facts()).length, wait: (ms: number) => (now += ms) };
};

describe('the cached list of orders', () => {
  test('when hours pass, then the orders are counted, but not all read again', async () => {
    const { reads, numberOfOrders, wait } = startCache(300);
    for (let request = 0; request < 24; request += 1) {
      expect(await numberOfOrders()).toBe(300);
      wait(6 * MINUTE_MS);
    }
    expect(reads).toEqual({ all: 1, counts: 23 });
  });

  test('when an order was deleted in the database, then it is gone from the list within minutes', async () => {
    const { stored, reads, numberOfOrders, wait } = startCache(300);
    await numberOfOrders();
    stored.delete('id-7');
    wait(6 * MINUTE_MS);
    expect(await numberOfOrders()).toBe(299);
    expect(reads.all).toBe(2);
  });

  test.each([
    ['minutes', 10, 1],
    ['hours', 120, 2],
  ])(
    'when the clock of the database was set back by %s, then the orders paid then are listed within minutes',
    async (_, minutes, readsOfAll) => {
      const { stored, reads, numberOfOrders, wait } = startCache(300);
      await numberOfOrders();
      stored.set('late', { ...orderOf(299 - minutes), id: 'late' });
      expect(await numberOfOrders()).toBe(300);
      wait(6 * MINUTE_MS);
      expect(await numberOfOrders()).toBe(301);
      expect(reads.all).toBe(readsOfAll);
    },
  );
});
