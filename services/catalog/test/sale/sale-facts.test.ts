import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contest } from '@stagereel/contracts';
import type { RunningService } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
let replica: RunningService;
beforeAll(async () => {
  replica = await catalog.startReplica();
});

const read = async (id: string, call = catalog.call): Promise<Contest> => (await call('GET', `/api/contests/${id}`)).body;
const factsOf = async (id: string) => {
  const [contest, fromReplica] = [await read(id), await read(id, catalog.callAt(replica.url))];
  const listed: Contest | undefined = (await catalog.call('GET', '/api/contests')).body.find((each: Contest) => each.id === id);
  expect([fromReplica, listed]).toEqual([contest, contest]);
  const { priceRange, athleteCount } = contest;
  return { priceRange, athleteCount };
};

describe('prices and number of athletes of a contest', () => {
  test('when no athlete is on sale, then there is no price', async () => {
    const { id } = await catalog.contest();
    await catalog.athlete(id, { athleteNumber: '1', videoStatus: '受注停止' });
    expect(await factsOf(id)).toEqual({ priceRange: null, athleteCount: 0 });
  });

  test('when athletes are on sale, then both styles count, a missing price is the fallback price, and others do not count', async () => {
    const { id } = await catalog.contest();
    await catalog.athlete(id, { athleteNumber: '1', verticalVideoPrice: 4000, horizontalVideoPrice: 6000 });
    expect(await factsOf(id)).toEqual({ priceRange: { min: 4000, max: 6000 }, athleteCount: 1 });
    await catalog.athlete(id, { athleteNumber: '2', verticalVideoPrice: null, horizontalVideoPrice: 5000 });
    await catalog.athlete(id, { athleteNumber: '3', verticalVideoPrice: 100, videoStatus: '確認中' });
    await catalog.athlete(id, { athleteNumber: '4', horizontalVideoPrice: 9000, videoStatus: '未撮影' });
    expect(await factsOf(id)).toEqual({ priceRange: { min: 3500, max: 6000 }, athleteCount: 2 });
  });

  test('when athletes are changed, deleted and restored through one replica, then the other shows it at once', async () => {
    const { id } = await catalog.contest();
    const athlete = await catalog.athlete(id, { athleteNumber: '1', verticalVideoPrice: 0, horizontalVideoPrice: 5000 });
    const path = `/api/contests/${id}/athletes/${athlete.id}`;
    expect(await factsOf(id)).toEqual({ priceRange: { min: 0, max: 5000 }, athleteCount: 1 });
    await catalog.call('PATCH', path, { body: { verticalVideoPrice: 7000 } });
    expect(await factsOf(id)).toEqual({ priceRange: { min: 5000, max: 7000 }, athleteCount: 1 });
    await catalog.call('DELETE', path);
    expect(await factsOf(id)).toEqual({ priceRange: null, athleteCount: 0 });
    const bulk = { athleteIds: [athlete.id], updates: { isDeleted: false } };
    await catalog.call('PATCH', `/api/contests/${id}/athletes/bulk-update`, { body: bulk });
    expect(await factsOf(id)).toEqual({ priceRange: { min: 5000, max: 7000 }, athleteCount: 1 });
  });
});
