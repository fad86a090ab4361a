import { describe, expect, test } from '@jest/globals';
import type { Contest, Media } from '@stagereel/contracts';
import { mediaSchema } from '@stagereel/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient, pathOfKey } from '../lib/query-client.ts';
import { buildAthlete } from '../testing/build-athlete.ts';
import { refocus } from '../testing/refocus.ts';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { athletesQuery, categoriesQuery, contestQuery, contestsQuery, priceDescriptionQuery, samplesQuery } from './contests.ts';

const serve = serveDuringTests();

/** The real queries, sent to the test's server. */
const listAt = (url: string) => ({ ...contestsQuery(), queryKey: [`${url}/api/contests`] as const });
const contestAt = (url: string) => ({ ...contestQuery('c1'), queryKey: [`${url}/api/contests`, 'c1'] as const });
const athletesAt = (url: string) => ({
  ...athletesQuery('c1'),
  queryKey: [`${url}/api/contests`, 'c1', 'athletes?includeDeleted=false'] as const,
});
const samplesAt = (url: string) => ({ ...samplesQuery('c1'), queryKey: [`${url}/api/contests`, 'c1', 'media'] as const });
const NONE: Contest[] = [];

describe('GET /api/contests (customer 7.4)', () => {
  test('when it fails, it is requested three more times', async () => {
    const { url, requests } = await serve(() => ({ status: 503 }));
    await expect(createQueryClient().fetchQuery({ ...listAt(url), retryDelay: 1 })).rejects.toMatchObject({ status: 503 });
    expect(requests.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests'));
  });

  test('when the third retry succeeds, the query succeeds', async () => {
    let requests = 0;
    const { url } = await serve(() => {
      requests += 1;
      return requests < 4 ? { status: 500 } : { body: '[]' };
    });
    await expect(createQueryClient().fetchQuery({ ...listAt(url), retryDelay: 1 })).resolves.toEqual([]);
  });

  test('when the response is 401, it is not requested again', async () => {
    const { url, requests } = await serve(() => ({ status: 401 }));
    await expect(createQueryClient().fetchQuery(listAt(url))).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(1);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when the list is %i seconds old, it is requested %i times', async (age, times) => {
    const { url, requests } = await serve(() => ({ body: '[]' }));
    const client = createQueryClient();
    client.setQueryData(listAt(url).queryKey, NONE, { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(listAt(url));
    expect(requests).toHaveLength(times);
  });

  test('when the window gets the focus again, it is not requested again, even when stale', async () => {
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

describe('GET /api/contests/{id}', () => {
  test('when it fails, it is requested three more times, one second apart (customer 7.5)', async () => {
    const requestedAt: number[] = [];
    const { url, requests } = await serve(() => {
      requestedAt.push(performance.now());
      return { status: 500 };
    });
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 500 });
    expect(requests.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => '/api/contests/c1'));
    const pauses = requestedAt.slice(1).map((at, index) => at - (requestedAt[index] ?? 0));
    // Timers and performance.now() use different clocks, so a timer can seem to fire early.
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(990);
  });

  test('when there is no such contest, it is not requested again', async () => {
    const { url, requests } = await serve(() => ({ status: 404 }));
    await expect(createQueryClient().fetchQuery(contestAt(url))).rejects.toMatchObject({ status: 404 });
    expect(requests).toHaveLength(1);
  });
});

describe('what belongs to a contest', () => {
  test('each query key spells the path of the specification (customer 7.6, 7.7, 7.8, 7.9)', () => {
    const keys = [athletesQuery('c1'), categoriesQuery('c1'), priceDescriptionQuery('c1'), samplesQuery('c1')].map(
      ({ queryKey }) => queryKey,
    );
    expect(keys.map(pathOfKey)).toEqual([
      '/api/contests/c1/athletes?includeDeleted=false',
      '/api/contests/c1/categories',
      '/api/contests/c1/price-description',
      '/api/contests/c1/media',
    ]);
  });

  test.each([
    [29, 0],
    [31, 1],
  ])('when the athletes are %i seconds old, they are requested %i times (customer 7.7)', async (age, times) => {
    const { url, requests } = await serve(() => ({ body: JSON.stringify([buildAthlete('012')]) }));
    const client = createQueryClient();
    const query = athletesAt(url);
    client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(query);
    expect(requests.map(({ path }) => path)).toEqual(Array.from({ length: times }, () => '/api/contests/c1/athletes?includeDeleted=false'));
  });
});

describe('samples', () => {
  const media = (id: string, displayOrder: number, changes: Partial<Media> = {}): Media =>
    mediaSchema.parse({
      id,
      contestId: 'c1',
      category: 'sample',
      type: 'video',
      url: `/media/${id}.mp4`,
      originalName: `${id}.mp4`,
      uploadedAt: '2026-11-01T00:00:00.000Z',
      displayOrder,
      thumbnailUrl: null,
      ...changes,
    });

  test('when a contest has pictures of other kinds, only samples are shown, in their order (customer 7.8)', async () => {
    const list = [media('b', 2), media('cover', 0, { category: 'cover-image', type: 'image' }), media('a', 1)];
    const { url } = await serve(() => ({ body: JSON.stringify(list) }));
    const client = createQueryClient();
    const query = samplesAt(url);
    await client.fetchQuery(query);
    const { data } = new QueryObserver(client, query).getCurrentResult();
    expect(data?.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
