import { describe, expect, test } from '@jest/globals';
import type { Media } from '@stagereel/contracts';
import { mediaSchema } from '@stagereel/contracts';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient, pathOfKey } from '../../../lib/query-client.ts';
import { buildAthlete } from '../../../testing/build-athlete.ts';
import { serveDuringTests } from '../../../testing/serve-during-tests.ts';
import { priceDescriptionQuery } from './get-price-description.ts';
import { athletesQuery } from './list-athletes.ts';
import { categoriesQuery } from './list-categories.ts';
import { samplesQuery } from './list-samples.ts';

const serve = serveDuringTests();

/** The shop's own queries, sent to the test's server. */
const athletesAt = (url: string) => ({
  ...athletesQuery('c1'),
  queryKey: [`${url}/api/contests`, 'c1', 'athletes?includeDeleted=false'] as const,
});
const samplesAt = (url: string) => ({ ...samplesQuery('c1'), queryKey: [`${url}/api/contests`, 'c1', 'media'] as const });

describe('the calls of the order form', () => {
  test('when a contest is ordered from, each call has the path of the specification', () => {
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
  ])('when the athletes are %i seconds old, they are asked for %i times', async (age, times) => {
    const { url, seen } = await serve(() => ({ body: JSON.stringify([buildAthlete('012')]) }));
    const client = createQueryClient();
    const query = athletesAt(url);
    client.setQueryData(query.queryKey, [], { updatedAt: Date.now() - age * 1000 });
    await client.fetchQuery(query);
    expect(seen.map(({ path }) => path)).toEqual(Array.from({ length: times }, () => '/api/contests/c1/athletes?includeDeleted=false'));
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

  test('when a contest has pictures of other kinds, only samples are shown, in their order', async () => {
    const list = [media('b', 2), media('cover', 0, { category: 'cover-image', type: 'image' }), media('a', 1)];
    const { url } = await serve(() => ({ body: JSON.stringify(list) }));
    const client = createQueryClient();
    const query = samplesAt(url);
    await client.fetchQuery(query);
    const { data } = new QueryObserver(client, query).getCurrentResult();
    expect(data?.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
