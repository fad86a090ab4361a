import { describe, expect, test } from '@jest/globals';
import type { Contest } from '@stagereel/contracts';
import { createQueryClient } from '../../../lib/query-client.ts';
import { serveDuringTests } from '../../../testing/serve-during-tests.ts';
import { contestQuery } from './get-contest.ts';
import { contestsQuery } from './list-contests.ts';

const serve = serveDuringTests();

/** The shop's own queries, sent to the test's server. */
const listAt = (url: string) => ({ ...contestsQuery(), queryKey: [`${url}/api/contests`] as const });
const contestAt = (url: string) => ({ ...contestQuery('c1'), queryKey: [`${url}/api/contests`, 'c1'] as const });
const NONE: Contest[] = [];

describe('GET /api/contests', () => {
  test('when it fails, it is asked three times more', async () => {
    const { url, seen } = await serve(() => ({ status: 503 }));
    await expect(createQueryClient().fetchQuery({ ...listAt(url), retryDelay: 1 })).rejects.toMatchObject({ status: 503 });
    expect(seen.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests'));
  });

  test('when the third retry succeeds, nobody learns of the failures', async () => {
    let asked = 0;
    const { url } = await serve(() => {
      asked += 1;
      return asked < 4 ? { status: 500 } : { body: '[]' };
    });
    await expect(createQueryClient().fetchQuery({ ...listAt(url), retryDelay: 1 })).resolves.toEqual([]);
  });

  test('when it answers 401, it is not asked again', async () => {
    const { url, seen } = await serve(() => ({ status: 401 }));
    await expect(createQueryClient().fetchQuery(listAt(url))).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when the list is %i seconds old, it is asked for %i times', async (age, times) => {
    const { url, seen } = await serve(() => ({ body: '[]' }));
    const client = createQueryClient();
    client.setQueryData(listAt(url).queryKey, NONE, { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(listAt(url));
    expect(seen).toHaveLength(times);
  });
});

describe('GET /api/contests/{id}', () => {
  test('when it fails, it is asked three times more, a second apart', async () => {
    const askedAt: number[] = [];
    const { url, seen } = await serve(() => {
      askedAt.push(performance.now());
      return { status: 500 };
    });
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 500 });
    expect(seen.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests/c1'));
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
    // A timer may fire a millisecond early by another clock.
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(990);
  });

  test('when there is no such contest, it is not asked again', async () => {
    const { url, seen } = await serve(() => ({ status: 404 }));
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });
});
