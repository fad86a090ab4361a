import { describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

/** By how much the catalog's clock is ahead. */
let aheadMs = 0;
const now = (): Date => new Date(Date.now() + aheadMs);
// No sweep runs, so the tests observe what is computed on reading.
const catalog = useService(() => startTestCatalog({ settings: { sweepEveryMs: 3_600_000 }, now }));

const inMs = (ms: number): string => new Date(now().getTime() + ms).toISOString();
const HOUR_MS = 3_600_000;
const patch = (id: string, body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
const isVisible = async (id: string, url?: string): Promise<boolean> => {
  const call = url ? catalog.callAt(url) : catalog.call;
  return (await call('GET', `/api/contests/${id}`, { as: 'anonymous' })).status === 200;
};
const stored = (id: string) => catalog.database.collection('contests').findOne({ _id: id as never });

describe('publishing at once', () => {
  test('when videos are switched on or off, then the site status follows; switching photos changes nothing else (admin 2.19, 4.10, 4.11, 7.14)', async () => {
    const { id } = await catalog.contest();
    expect((await patch(id, { videoPublished: true })).body).toMatchObject({ videoPublished: true, sitePublicStatus: 'public' });
    expect(await isVisible(id)).toBe(true);
    expect((await patch(id, { photoPublished: true })).body).toMatchObject({ photoPublished: true, sitePublicStatus: 'public' });
    expect((await patch(id, { videoPublished: false })).body).toMatchObject({
      videoPublished: false,
      sitePublicStatus: 'private',
      photoPublished: true,
    });
    expect(await isVisible(id)).toBe(false);
  });

  test('when the status is 公開 or 非公開, then it is stored as public or private and the videos follow (admin 2.36, 3.1, 4.13)', async () => {
    const { id } = await catalog.contest();
    expect((await patch(id, { sitePublicStatus: '公開' })).body).toMatchObject({ videoPublished: true, sitePublicStatus: 'public' });
    expect(await stored(id)).toMatchObject({ sitePublicStatus: 'public' });
    expect((await patch(id, { sitePublicStatus: '非公開', videoPublished: false })).body).toMatchObject({
      videoPublished: false,
      sitePublicStatus: 'private',
    });
    expect(await stored(id)).toMatchObject({ sitePublicStatus: 'private' });
  });

  test('when only photos are published, then the contest stays hidden', async () => {
    const { id } = await catalog.contest({ photoPublished: true });
    expect(await isVisible(id)).toBe(false);
  });
});

describe('scheduling a publication', () => {
  test.each([
    ['no date', () => ({})],
    ['an empty date', () => ({ scheduledPublishDate: null })],
    ['a date in the past', () => ({ scheduledPublishDate: inMs(-1000) })],
  ])('when the request has %s, then it is refused and nothing changes (admin 2.36, 4.13)', async (_what, date) => {
    const contest = await catalog.contest();
    const response = await patch(contest.id, { sitePublicStatus: '公開予約', videoPublished: false, ...date() });
    expect([response.status, response.body.code, response.body.message]).toEqual([
      400,
      'PublishDateRequired',
      '公開予約には、未来の公開日時を指定してください。',
    ]);
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
    const created = await catalog.call('POST', '/api/contests', { body: { name: '予約', sitePublicStatus: '公開予約', ...date() } });
    expect([created.status, created.body.code]).toEqual([400, 'PublishDateRequired']);
  });

  test('when the date is invalid, then it is refused', async () => {
    const { id } = await catalog.contest();
    for (const scheduledPublishDate of ['tomorrow', '2026-13-40T00:00:00Z', 5, { $gt: '' }]) {
      expect((await patch(id, { sitePublicStatus: '公開予約', scheduledPublishDate })).status).toBe(400);
    }
  });

  test('when the time comes, then every replica returns the contest as public without a restart or a sweep', async () => {
    const replica = await catalog.startReplica();
    const scheduledPublishDate = inMs(HOUR_MS);
    const contest = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate });
    expect(contest).toMatchObject({ sitePublicStatus: '公開予約', videoPublished: false, scheduledPublishDate });
    expect(await isVisible(contest.id)).toBe(false);
    expect(await isVisible(contest.id, replica.url)).toBe(false);

    aheadMs += HOUR_MS;
    expect(await isVisible(contest.id)).toBe(true);
    expect(await isVisible(contest.id, replica.url)).toBe(true);
    const seen = await catalog.call('GET', `/api/contests/${contest.id}`, { as: 'anonymous' });
    expect(seen.body).toMatchObject({ sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null });
    const list = await catalog.call('GET', '/api/contests', { as: 'anonymous' });
    expect(list.body.map(({ id }: { id: string }) => id)).toContain(contest.id);
    expect(await stored(contest.id)).toMatchObject({ sitePublicStatus: '公開予約', videoPublished: false });
  });

  test('when a contest with a due publication is changed, then it is stored as published', async () => {
    const { id } = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: inMs(HOUR_MS) });
    aheadMs += HOUR_MS;
    expect((await patch(id, {})).body).toMatchObject({ sitePublicStatus: 'public', videoPublished: true });
    expect((await patch(id, { location: '名古屋' })).body).toMatchObject({ sitePublicStatus: 'public', location: '名古屋' });
    expect(await stored(id)).toMatchObject({ sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null });
  });

  test('when a scheduled publication is cancelled, then its time has no effect', async () => {
    const { id } = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: inMs(60_000) });
    expect((await patch(id, { sitePublicStatus: 'private' })).body).toMatchObject({ scheduledPublishDate: null });
    expect(await stored(id)).toMatchObject({ sitePublicStatus: 'private', scheduledPublishDate: null });
  });

  test('when several replicas sweep, then a due contest is stored as published once and others stay scheduled', async () => {
    const due = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: inMs(HOUR_MS) });
    const future = await catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: inMs(2 * HOUR_MS) });
    aheadMs += HOUR_MS;
    const replicas = await Promise.all([1, 2, 3].map(() => catalog.startReplica({ sweepEveryMs: 50 })));
    await waitUntil(async () => (await stored(due.id))?.['sitePublicStatus'] === 'public', { what: 'the sweep' });
    await Promise.all(replicas.map((replica) => replica.stop()));
    expect(await stored(due.id)).toMatchObject({ videoPublished: true, scheduledPublishDate: null, revision: 2 });
    expect(await stored(future.id)).toMatchObject({ sitePublicStatus: '公開予約', revision: 1 });
  });
});
