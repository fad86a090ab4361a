import { expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
const CONTESTS = 30;
const ATHLETES = 2000;
const REQUESTS = 9;

const addContest = async (): Promise<void> => {
  const { id } = await catalog.contest({ videoPublished: true });
  const rows = Array.from({ length: ATHLETES }, (_, index) => ({
    ...{ _id: `${id}-${index}` as never, contestId: id, athleteNumber: `${index}`, name: `多数 ${index}`, category: '未分類' },
    ...{ videoStatus: '販売中', photoStatus: '確認中', verticalVideoPrice: 5000, horizontalVideoPrice: null, isDeleted: false, version: 1 },
  }));
  await catalog.database.collection('athletes').insertMany(rows);
};
const timed = async (path: string): Promise<number> => {
  const startedAt = performance.now();
  expect((await catalog.call('GET', path, { as: 'anonymous' })).status).toBe(200);
  return performance.now() - startedAt;
};
const median = async (path: string): Promise<number> => {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) times.push(await timed(path));
  return times.sort((left, right) => left - right)[Math.floor(REQUESTS / 2)] ?? Number.NaN;
};

test.each(['/api/contests', `/api/contests/athlete-search?q=${encodeURIComponent('多数')}`])(
  'when 30 contests have 2,000 athletes each, then a repeated %s reads none of them again',
  async (path) => {
    const { length: existing } = (await catalog.call('GET', '/api/contests')).body;
    for (let contest = existing; contest < CONTESTS; contest += 1) await addContest();
    const first = await timed(path);
    expect(await median(path)).toBeLessThan(Math.max(first / 4, 20));
  },
  600_000,
);
