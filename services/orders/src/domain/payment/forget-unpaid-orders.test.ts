import { expect, test } from '@jest/globals';
import { HOUR } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import type { OrderStore } from '../order/order-store.ts';
import { createForgetJob } from './forget-unpaid-orders.ts';

const HOUR_MS = HOUR * 1000;

test('when the job has searched all orders once, then it searches only those that became due since, and all once a day', async () => {
  let now = Date.UTC(2026, 10, 23);
  /** One unpaid order an hour, over 60 days before and after now. */
  const unpaid = new Map(Array.from({ length: 120 * 24 }, (_, index) => [`order-${index}`, now + (index - 60 * 24) * HOUR_MS]));
  const total = unpaid.size;
  const searchedFrom: (number | null)[] = [];
  const orders: Pick<OrderStore, 'listForgettable' | 'forget'> = {
    listForgettable: async ({ createdFrom, createdBefore, limit }) => {
      searchedFrom.push(createdFrom?.getTime() ?? null);
      const due = [...unpaid].filter(([, at]) => at >= (createdFrom?.getTime() ?? 0) && at < createdBefore.getTime());
      return due.slice(0, limit).map(([id]) => id);
    },
    forget: async (id) => unpaid.delete(id),
  };
  const job = createForgetJob({ orders, now: () => new Date(now), logger: { info: () => undefined } } as unknown as OrdersDeps);
  const runAll = async (): Promise<void> => {
    while (await job());
  };

  await runAll();
  expect(total - unpaid.size).toBe(30 * 24);
  expect(new Set(searchedFrom)).toEqual(new Set([null]));
  searchedFrom.length = 0;
  for (let hour = 1; hour <= 48; hour += 1) {
    now += HOUR_MS;
    await runAll();
  }
  expect(total - unpaid.size).toBe(32 * 24);
  expect(searchedFrom.filter((from) => from === null)).toHaveLength(2);
  expect(searchedFrom.every((from) => from === null || now - from <= 33 * 24 * HOUR_MS)).toBe(true);
});
