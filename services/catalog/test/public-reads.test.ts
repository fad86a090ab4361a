import { beforeAll, expect, test } from '@jest/globals';
import { type Contest, PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { type Caller, startTestCatalog } from './support/catalog.ts';

const catalog = useService(startTestCatalog);

let contest: Contest;
beforeAll(async () => {
  contest = await catalog.contest({ videoPublished: true });
});

const PARTS = ['', '/athletes', '/categories', '/price-description'];
const isPublic = async (path: string, as: Caller = 'anonymous') =>
  (await catalog.call('GET', path, { as })).headers.get('cache-control') === PUBLIC_CACHE_CONTROL;

test('when a contest is published, then responses to visitors and customers say that they are public, those to admins do not', async () => {
  for (const path of ['/api/contests', ...PARTS.map((part) => `/api/contests/${contest.id}${part}`)]) {
    expect([path, await isPublic(path), await isPublic(path, 'customer'), await isPublic(path, 'admin')]).toEqual([
      path,
      true,
      true,
      false,
    ]);
  }
  expect(await isPublic('/api/contests/coming-soon')).toBe(true);
});

test('when a contest is private or unknown, then no response says so', async () => {
  const { id } = await catalog.contest();
  for (const part of PARTS) expect([part, await isPublic(`/api/contests/${id}${part}`)]).toEqual([part, false]);
  expect(await isPublic('/api/contests/unknown')).toBe(false);
});
