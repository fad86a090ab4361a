import { beforeEach, describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const START = Date.parse('2027-03-01T00:00:00.000Z');
const YEAR_MS = 365 * 24 * 3_600_000;
const HOUR_MS = 3_600_000;

let clock = START;
// No sweep runs unless a test starts a replica with a short interval.
const catalog = useService(() => startTestCatalog({ settings: { sweepEveryMs: 3_600_000 }, now: () => new Date(clock) }));
beforeEach(() => {
  clock = START;
});

const at = (ms: number): string => new Date(ms).toISOString();
const scheduledContest = (ms: number) => catalog.contest({ sitePublicStatus: '公開予約', scheduledPublishDate: at(ms) });
const isVisible = async (id: string): Promise<boolean> =>
  (await catalog.call('GET', `/api/contests/${id}`, { as: 'anonymous' })).status === 200;
const stored = (id: string) => catalog.database.collection('contests').findOne({ _id: id as never });

describe('a scheduled publication at its exact time', () => {
  test('when its time comes, then contest, athletes and prices are public from that millisecond, without a restart (admin 4.13)', async () => {
    const { id, name } = await scheduledContest(START + YEAR_MS);
    const athlete = await catalog.athlete(id, { athleteNumber: '1' });
    const item = { contestId: id, category: athlete.category, athleteNumber: '1', videoStyle: '縦動画' };

    clock = START + YEAR_MS - 1;
    expect(await isVisible(id)).toBe(false);
    expect((await catalog.call('GET', `/api/contests/${id}/athletes`, { as: 'anonymous' })).status).toBe(404);
    expect((await catalog.internal('POST', '/internal/quote', { items: [item] })).body.refused).toEqual([
      { index: 0, code: 'ContestNotPublished' },
    ]);
    expect((await catalog.internal('GET', `/internal/contests/${id}`)).body).toEqual({ name, published: false });

    clock = START + YEAR_MS;
    expect(await isVisible(id)).toBe(true);
    expect((await catalog.call('GET', `/api/contests/${id}/athletes`, { as: 'anonymous' })).body).toEqual([athlete]);
    expect((await catalog.internal('POST', '/internal/quote', { items: [item] })).body.lines).toMatchObject([{ price: 5000 }]);
    expect((await catalog.internal('GET', `/internal/contests/${id}`)).body).toEqual({ name, published: true });
    const list = await catalog.call('GET', '/api/contests', { as: 'anonymous' });
    expect(list.body).toContainEqual(
      expect.objectContaining({ id, sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null }),
    );
    expect(await stored(id)).toMatchObject({ sitePublicStatus: '公開予約' });
  });

  test('when a sweep runs, then due contests are stored as published and others stay scheduled', async () => {
    const [due, later] = [await scheduledContest(START + HOUR_MS), await scheduledContest(START + 2 * HOUR_MS)];
    clock = START + HOUR_MS;
    const replica = await catalog.startReplica({ sweepEveryMs: 50 });
    await waitUntil(async () => (await stored(due.id))?.['sitePublicStatus'] === 'public', { what: 'the sweep' });
    await replica.stop();
    expect(await stored(due.id)).toMatchObject({ videoPublished: true, scheduledPublishDate: null });
    expect(await stored(later.id)).toMatchObject({ sitePublicStatus: '公開予約', videoPublished: false });
  });

  test.each([
    ['a year ago', -YEAR_MS],
    ['a millisecond ago', -1],
    ['now', 0],
  ])('when it is scheduled for %s, then it is refused; one millisecond in the future is accepted (admin 5.9)', async (_when, offset) => {
    const contest = await catalog.contest();
    const schedule = (ms: number) =>
      catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { sitePublicStatus: '公開予約', scheduledPublishDate: at(ms) } });
    const response = await schedule(START + offset);
    expect([response.status, response.body.code]).toEqual([400, 'PublishDateRequired']);
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
    expect((await schedule(START + 1)).body).toMatchObject({ sitePublicStatus: '公開予約', scheduledPublishDate: at(START + 1) });
  });

  test('when it is postponed, then the old time has no effect; when the contest is renamed, then it stays scheduled', async () => {
    const { id } = await scheduledContest(START + HOUR_MS);
    const patch = (body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
    await patch({ scheduledPublishDate: at(START + 2 * HOUR_MS) });
    await patch({ name: '延期された大会' });
    clock = START + HOUR_MS;
    expect(await isVisible(id)).toBe(false);
    clock = START + 2 * HOUR_MS;
    expect(await isVisible(id)).toBe(true);
  });

  test('when it is cancelled or the contest is published at once, then its time has no effect', async () => {
    const [off, now] = [await scheduledContest(START + HOUR_MS), await scheduledContest(START + HOUR_MS)];
    await catalog.call('PATCH', `/api/contests/${off.id}`, { body: { sitePublicStatus: '非公開' } });
    await catalog.call('PATCH', `/api/contests/${now.id}`, { body: { sitePublicStatus: '公開' } });
    expect([await isVisible(off.id), await isVisible(now.id)]).toEqual([false, true]);
    clock = START + HOUR_MS;
    expect([await isVisible(off.id), await isVisible(now.id)]).toEqual([false, true]);
  });
});
