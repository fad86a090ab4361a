import { describe, expect, test } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import { requestJson } from '../lib/api-client.ts';
import { createQueryClient, pathOfKey } from '../lib/query-client.ts';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { adminAthletesQuery } from './admin-athletes.ts';
import { adminCategoriesQuery, adminContestQuery, adminPriceDescriptionQuery } from './admin-contests.ts';

const serve = serveDuringTests();

/** The real query, sent to the test's server. */
const contestAt = (url: string) => ({ ...adminContestQuery('c1'), queryKey: [`${url}/api/contests`, 'c1'] as const });

describe('GET /api/contests/{id} in the back office', () => {
  test('when it fails, it is requested three more times, one second apart (admin 7.13)', async () => {
    const { url, requests } = await serve(() => ({ status: 500 }));
    const { retryDelay, ...query } = contestAt(url);
    expect(retryDelay).toBe(1_000);
    await expect(createQueryClient().fetchQuery({ ...query, retryDelay: 1 })).rejects.toMatchObject({ status: 500 });
    expect(requests.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests/c1'));
  });

  test('when there is no such contest, it is not requested again', async () => {
    const { url, requests } = await serve(() => ({ status: 404 }));
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 404 });
    expect(requests).toHaveLength(1);
  });

  test('each query key of what belongs to it spells the path of the specification (admin 7.16)', () => {
    expect([adminCategoriesQuery('c1'), adminPriceDescriptionQuery('c1')].map(({ queryKey }) => pathOfKey(queryKey))).toEqual([
      '/api/contests/c1/categories',
      '/api/contests/c1/price-description',
    ]);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when its athletes are %i seconds old, they are requested %i times (admin 7.17, 9.9)', async (age, times) => {
    const { url, requests } = await serve(() => ({ body: '[]' }));
    // The key of this query does not contain its path.
    const query = { ...adminAthletesQuery('c1'), queryFn: () => requestJson<Athlete[]>(url) };
    const client = createQueryClient();
    client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(query);
    expect(requests).toHaveLength(times);
  });
});
