import { expect } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import type { TestResponse } from './catalog.ts';
import { csvOf, type TestRosters } from './rosters.ts';

/** Every bulk action of athletes. */
const BULK_ACTIONS = ['create', 'price', 'status', 'category', 'delete', 'restore', 'import'];

const timeOf = async (send: () => Promise<TestResponse>): Promise<number> => {
  const startedAt = performance.now();
  const { status } = await send();
  expect(status).toBeLessThan(300);
  return performance.now() - startedAt;
};

type Sizes = { bulk: number; single: number };

/** Runs every bulk action once on a new contest, and then changes athletes one by one. Returns the time per athlete of each, in ms. */
const measure = async (rosters: TestRosters, sizes: Sizes): Promise<Record<string, number>> => {
  const { id } = await rosters.contest();
  const base = `/api/contests/${id}/athletes`;
  const call = (method: string, rest: string, body: unknown) => rosters.catalog.call(method, `${base}${rest}`, { body });
  const numbers = Array.from({ length: sizes.bulk }, (_, index) => String(index + 1));
  const times: Record<string, number> = {};

  let created: Athlete[] = [];
  times['create'] = await timeOf(async () => {
    const response = await call('POST', '/bulk-create', {
      athletes: numbers.map((athleteNumber) => ({ athleteNumber, category: '男子' })),
    });
    created = response.body.created;
    return response;
  });
  const athleteIds = created.map((athlete) => athlete.id);
  const update = (updates: unknown) => timeOf(() => call('PATCH', '/bulk-update', { athleteIds, updates }));
  times['price'] = await update({ verticalVideoPrice: 4000 });
  times['status'] = await update({ videoStatus: '受注停止', photoStatus: '受注停止' });
  times['category'] = await update({ category: '女子' });
  times['delete'] = await update({ isDeleted: true });
  times['restore'] = await update({ isDeleted: false });

  const file = csvOf(...numbers.map((number) => `${number},選手 ${number},女子,販売中,,4500,`));
  const { fingerprint } = await rosters.preview(id, file);
  times['import'] = await timeOf(() => rosters.send(id, file, { apply: true, fingerprint }));
  for (const [name, time] of Object.entries(times)) times[name] = time / sizes.bulk;

  times['single'] =
    (await timeOf(async () => {
      for (const athlete of created.slice(1, sizes.single)) await call('PATCH', `/${athlete.id}`, { name: `別 ${athlete.athleteNumber}` });
      return call('PATCH', `/${athleteIds[0]}`, { name: '別' });
    })) / sizes.single;
  return times;
};

/**
 * Expects each bulk action to take at least `minSpeedup` times less time per athlete than a single change. A ratio, because a busy machine
 * slows down both; the best time of all rounds counts.
 */
export const expectBulkSpeedup = async (rosters: TestRosters, options: Sizes & { rounds: number; minSpeedup: number }): Promise<void> => {
  const { rounds, minSpeedup, ...sizes } = options;
  const results: Record<string, number>[] = [];
  for (let count = 0; count < rounds; count += 1) results.push(await measure(rosters, sizes));
  const best = (name: string): number => Math.min(...results.map((times) => times[name] ?? Number.NaN));
  for (const name of BULK_ACTIONS) {
    expect([name, Math.min(best('single') / best(name), minSpeedup)]).toEqual([name, minSpeedup]);
  }
};
