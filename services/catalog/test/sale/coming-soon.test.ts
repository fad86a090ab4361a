import { describe, expect, test } from '@jest/globals';
import {
  type ComingSoonContest,
  comingSoonContestListSchema,
  personalDataEraseRequested,
  personalDataSectionsSchema,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const START = Date.parse('2027-03-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
let clock = START;
// No sweep runs: what visitors see must not depend on one.
const catalog = useService(() => startTestCatalog({ settings: { sweepEveryMs: 3_600_000 }, now: () => new Date(clock) }));

const at = (ms: number): string => new Date(ms).toISOString();
const patch = (id: string, body: unknown) => catalog.call('PATCH', `/api/contests/${id}`, { body });
const announced = async (fields: object = {}) => {
  const { id } = await catalog.contest();
  return (await patch(id, { isComingSoon: true, ...fields })).body;
};
const listed = async (): Promise<ComingSoonContest[]> =>
  comingSoonContestListSchema.parse((await catalog.call('GET', '/api/contests/coming-soon', { as: 'anonymous' })).body);
const isListed = async (id: string): Promise<boolean> => (await listed()).some((contest) => contest.id === id);

describe('a contest that is coming soon', () => {
  test('when it is announced, then visitors see its name but not the contest, and the audit log has an entry', async () => {
    const contest = await announced();
    const { id, name, slug, date, location } = contest;
    expect(contest).toMatchObject({ isComingSoon: true, videoPublished: false, version: 2 });
    expect((await listed()).find((each) => each.id === id)).toEqual({
      ...{ id, name, slug, date, location, coverImage: null, salesStartAt: null },
    });
    expect((await catalog.call('GET', `/api/contests/${id}`, { as: 'anonymous' })).status).toBe(404);
    expect((await catalog.call('GET', '/api/contests', { as: 'anonymous' })).body).toEqual([]);
    const [event] = await catalog.auditEvents('contest.updated', id);
    expect(event?.data).toMatchObject({ before: { isComingSoon: false }, after: { isComingSoon: true } });
  });

  test('when several are announced, then the next sale comes first, and those without a date follow, the newest first', async () => {
    const scheduled = (ms: number) => announced({ sitePublicStatus: '公開予約', scheduledPublishDate: at(ms) });
    const first = await announced();
    const later = await scheduled(START + 2 * HOUR_MS);
    const sooner = await scheduled(START + HOUR_MS);
    const second = await announced();
    const ids = [first, later, sooner, second].map(({ id }) => id);
    const order = (await listed()).filter(({ id }) => ids.includes(id));
    expect(order.map(({ id }) => id)).toEqual([sooner.id, later.id, second.id, first.id]);
    expect(order[0]).toMatchObject({ salesStartAt: at(START + HOUR_MS) });
  });

  test.each([
    ['by the switch', { videoPublished: true }],
    ['by its status', { sitePublicStatus: '公開' }],
    ['while it is announced again', { videoPublished: true, isComingSoon: true }],
  ])('when it is published %s, then it is not coming soon any more, also after it is unpublished', async (_how, body) => {
    const { id } = await announced();
    expect((await patch(id, body)).body).toMatchObject({ isComingSoon: false, videoPublished: true });
    expect(await isListed(id)).toBe(false);
    expect((await patch(id, { isComingSoon: true })).body).toMatchObject({ isComingSoon: false, videoPublished: true });
    expect((await patch(id, { videoPublished: false })).body).toMatchObject({ isComingSoon: false, videoPublished: false });
    expect(await isListed(id)).toBe(false);
  });

  test('when its scheduled time comes, then it is published and not coming soon from that millisecond', async () => {
    const { id } = await announced({ sitePublicStatus: '公開予約', scheduledPublishDate: at(START + HOUR_MS) });
    expect(await isListed(id)).toBe(true);
    clock = START + HOUR_MS;
    expect(await isListed(id)).toBe(false);
    const { body } = await catalog.call('GET', `/api/contests/${id}`, { as: 'anonymous' });
    expect(body).toMatchObject({ isComingSoon: false, videoPublished: true });
    clock = START;
  });

  test('when it is withdrawn or deleted, then it is not listed', async () => {
    const [withdrawn, deleted] = [await announced(), await announced()];
    await patch(withdrawn.id, { isComingSoon: false });
    await catalog.call('DELETE', `/api/contests/${deleted.id}`);
    expect([await isListed(withdrawn.id), await isListed(deleted.id)]).toEqual([false, false]);
  });
});

test('when the data about an address is erased, then it waits for no sale that it asked for before', async () => {
  const [email, { id, name }, { id: later }] = ['erased@example.jp', await announced(), await announced()];
  const ask = (contestId: string) =>
    catalog.call('POST', `/api/contests/${contestId}/sale-notices`, {
      ...{ as: 'anonymous', body: { email }, headers: { cookie: catalog.identity.proofCookie(email) } },
    });
  const recorded = async () =>
    personalDataSectionsSchema
      .parse((await catalog.internal('GET', `/internal/personal-data?${new URLSearchParams({ email })}`)).body)
      .sections.flatMap(({ records }) => records);
  await ask(id);
  expect(await recorded()).toMatchObject([{ 大会: name }]);
  const erasure = createEvent(personalDataEraseRequested, { email, pseudonym: '削除済み-1', requestedAt: at(clock) });
  clock += HOUR_MS;
  await ask(later);
  await catalog.probe.publish(erasure);
  await catalog.waitUntilGone('saleNotices', { email, contestId: id });
  await catalog.probe.publish(erasure);
  await waitUntil(async () => (await catalog.probe.waiting('catalog.erasures')) === 0, { what: 'the repeated event' });
  expect(await recorded()).toHaveLength(1);
});
