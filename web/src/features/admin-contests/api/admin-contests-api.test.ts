import { describe, expect, test } from '@jest/globals';
import type { Athlete, Contest } from '@stagereel/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { createQueryClient, pathOfKey } from '../../../lib/query-client.ts';
import { refocus } from '../../../testing/refocus.ts';
import { serveDuringTests } from '../../../testing/serve-during-tests.ts';
import { categoriesQuery } from './categories.ts';
import { adminContestQuery } from './get-contest.ts';
import { adminAthletesQuery } from './list-athletes.ts';
import { adminContestsQuery } from './list-contests.ts';
import { priceDescriptionQuery } from './price-description.ts';

const serve = serveDuringTests();

/** The back office's own queries, sent to the test's server. */
const listAt = (url: string) => ({ ...adminContestsQuery(), queryKey: [`${url}/api/contests`] as const });
const contestAt = (url: string) => ({ ...adminContestQuery('c1'), queryKey: [`${url}/api/contests`, 'c1'] as const });
const NONE: Contest[] = [];

describe('the list of contests', () => {
  test('when it fails, it is asked for three times more', async () => {
    const { url, seen } = await serve(() => ({ status: 503 }));
    await expect(createQueryClient().fetchQuery({ ...listAt(url), retryDelay: 1 })).rejects.toMatchObject({ status: 503 });
    expect(seen.map(({ method, path }) => [method, path])).toEqual(Array.from({ length: 4 }, () => ['GET', '/api/contests']));
  });

  test('when the session has ended, it is not asked for again', async () => {
    const { url, seen } = await serve(() => ({ status: 401 }));
    await expect(createQueryClient().fetchQuery(listAt(url))).rejects.toMatchObject({ status: 401 });
    expect(seen).toHaveLength(1);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when it is %i seconds old, it is asked for %i times', async (age, times) => {
    const { url, seen } = await serve(() => ({ body: '[]' }));
    const client = createQueryClient();
    client.setQueryData(listAt(url).queryKey, NONE, { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(listAt(url));
    expect(seen).toHaveLength(times);
  });

  test('when the window takes the focus again, it is not asked for, however old', async () => {
    const { url } = await serve(() => ({ body: '[]' }));
    const client = createQueryClient();
    client.mount();
    const query = { ...listAt(url), staleTime: 0 };
    await client.fetchQuery(query);
    const stop = new QueryObserver(client, { ...query, refetchOnMount: false }).subscribe(() => undefined);
    await refocus(client);
    expect(client.getQueryState(query.queryKey)).toMatchObject({ fetchStatus: 'idle', dataUpdateCount: 1 });
    stop();
    client.unmount();
  });
});

describe('one contest', () => {
  test('when it fails, it is asked for three times more, a second apart', async () => {
    const { url, seen } = await serve(() => ({ status: 500 }));
    const { retryDelay, ...query } = contestAt(url);
    expect(retryDelay).toBe(1_000);
    await expect(createQueryClient().fetchQuery({ ...query, retryDelay: 1 })).rejects.toMatchObject({ status: 500 });
    expect(seen.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests/c1'));
  });

  test('when there is no such contest, it is not asked for again', async () => {
    const { url, seen } = await serve(() => ({ status: 404 }));
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 404 });
    expect(seen).toHaveLength(1);
  });

  test('when what belongs to it is asked for, each call has the path of the specification', () => {
    expect([categoriesQuery('c1'), priceDescriptionQuery('c1')].map(({ queryKey }) => pathOfKey(queryKey))).toEqual([
      '/api/contests/c1/categories',
      '/api/contests/c1/price-description',
    ]);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when its athletes are %i seconds old, they are asked for %i times', async (age, times) => {
    const { url, seen } = await serve(() => ({ body: '[]' }));
    // The path of this one does not stand in its key.
    const query = { ...adminAthletesQuery('c1'), queryFn: () => requestJson<Athlete[]>(url) };
    const client = createQueryClient();
    client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(query);
    expect(seen).toHaveLength(times);
  });
});
