import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Contest, coverChanged, PUBLIC_READ_HEADER, PUBLIC_READ_MS } from '@stagereel/contracts';
import {
  CONTEST_LISTS,
  connectRedis,
  contestScope,
  createEvent,
  createLogger,
  createVersions,
  type Redis,
  WRITING,
} from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { type Caller, startTestCatalog } from './support/catalog.ts';

const START = Date.parse('2027-03-01T00:00:00.000Z');
let clock = START;
const catalog = useService(() => startTestCatalog({ now: () => new Date(clock) }));

let redis: Redis;
let contest: Contest;
beforeAll(async () => {
  redis = await connectRedis({ config: catalog.backing, logger: createLogger({ service: 'test', level: 'silent' }) });
  contest = await catalog.contest({ videoPublished: true });
});
afterAll(() => redis.quit());

const keptFor = async (path: string, as: Caller = 'anonymous') => (await catalog.call('GET', path, { as })).headers.get(PUBLIC_READ_HEADER);
const base = (): string => `/api/contests/${contest.id}`;

describe('what the gateway may repeat', () => {
  const parts = ['', '/athletes', '/categories', '/price-description'];

  test('when a contest is published, then responses to visitors and customers say so, those to admins do not', async () => {
    for (const path of ['/api/contests', ...parts.map((part) => `${base()}${part}`)]) {
      expect([path, await keptFor(path), await keptFor(path, 'customer'), await keptFor(path, 'admin')]).toEqual([
        ...[path, String(PUBLIC_READ_MS), String(PUBLIC_READ_MS), null],
      ]);
    }
    expect(await keptFor('/api/contests/coming-soon')).toBe(String(PUBLIC_READ_MS));
  });

  test('when a contest is private or unknown, then no response says so', async () => {
    const { id } = await catalog.contest();
    for (const part of parts) expect([part, await keptFor(`/api/contests/${id}${part}`)]).toEqual([part, null]);
    expect(await keptFor('/api/contests/unknown')).toBeNull();
  });

  test('when a publication is scheduled, then lists are kept until then at most', async () => {
    await catalog.contest({
      sitePublicStatus: '公開予約',
      scheduledPublishDate: new Date(START + 60_000).toISOString(),
      isComingSoon: true,
    });
    for (const [leftMs, expected] of [
      [PUBLIC_READ_MS + 1, String(PUBLIC_READ_MS)],
      [700, '700'],
      [1, '1'],
    ] as const) {
      clock = START + 60_000 - leftMs;
      expect([await keptFor('/api/contests'), await keptFor('/api/contests/coming-soon')]).toEqual([expected, expected]);
    }
    clock = START;
  });
});

describe('a write', () => {
  /** The versions of the lists and of a contest. */
  const versionsOf = (id: string) => {
    const { read } = createVersions({ redis });
    return Promise.all([read(CONTEST_LISTS), read(contestScope(id))]);
  };
  const areNew = (before: unknown[], after: unknown[]): boolean =>
    after.every((version, index) => version !== before[index] && version !== WRITING);
  const expectNewVersions = async (method: string, path: string, body?: unknown) => {
    const before = await versionsOf(contest.id);
    const response = await catalog.call(method, `${base()}${path}`, { body });
    const after = await versionsOf(contest.id);
    expect([method, path, response.status < 300, areNew(before, after)]).toEqual([method, path, true, true]);
    return response.body;
  };

  test('when an admin changes a contest, its categories, prices or athletes, then lists and contest have new versions', async () => {
    await expectNewVersions('PATCH', '', { location: '京都' });
    await expectNewVersions('PUT', '/price-description', { items: [], notes: '新しい' });
    await expectNewVersions('POST', '/categories', { name: '一般' });
    const athlete = { athleteNumber: '1', category: '未分類', videoStatus: '販売中' };
    const { id } = await expectNewVersions('POST', '/athletes', athlete);
    await expectNewVersions('PATCH', `/athletes/${id}`, { name: '太郎' });
    const change = (updates: object) => ({ athleteIds: [id], updates });
    await expectNewVersions('PATCH', '/athletes/bulk-update', change({ videoStatus: '受注停止' }));
    await expectNewVersions('PATCH', '/athletes/bulk-update', change({ category: '一般' }));
    await expectNewVersions('DELETE', `/athletes/${id}`);
    await expectNewVersions('DELETE', `/athletes/${id}/permanent`);
    await expectNewVersions('POST', '/athletes/bulk-create', { athletes: [athlete] });
    await expectNewVersions('DELETE', '');
  });

  test('when a contest is created, published by its schedule or gets a cover, then lists and contest have new versions', async () => {
    const start = await versionsOf('none');
    const { id } = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: new Date(START + 1000).toISOString() });
    const created = await versionsOf(id);
    expect(areNew(start, created)).toBe(true);
    clock = START + 1000;
    await waitUntil(async () => areNew(created, await versionsOf(id)), { what: 'the versions after the publication' });
    clock = START;
    expect((await catalog.call('GET', `/api/contests/${id}`)).body.videoPublished).toBe(true);
    const published = await versionsOf(id);
    await catalog.probe.publish(
      createEvent(coverChanged, { contestId: id, coverImage: '/media/a.webp', hasSamples: false, sampleVideo: null, revision: 1 }),
    );
    await waitUntil(async () => areNew(published, await versionsOf(id)), { what: 'the versions after the cover' });
    expect((await catalog.call('GET', `/api/contests/${id}`)).body.coverImage).toBe('/media/a.webp');
  });
});
