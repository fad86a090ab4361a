import { describe, expect, test } from '@jest/globals';
import type { Athlete, Contest } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

const contestWith = async (...categories: string[]): Promise<Contest> => {
  const contest = await catalog.contest();
  for (const name of categories) await catalog.category(contest.id, name);
  return contest;
};
const bulkCreate = (contestId: string, athletes: unknown[]) =>
  catalog.call('POST', `/api/contests/${contestId}/athletes/bulk-create`, { body: { athletes } });
const bulkUpdate = (contestId: string, athleteIds: string[], updates: unknown) =>
  catalog.call('PATCH', `/api/contests/${contestId}/athletes/bulk-update`, { body: { athleteIds, updates } });
const bulkPurge = (contestId: string, athleteIds: string[]) =>
  catalog.call('POST', `/api/contests/${contestId}/athletes/bulk-permanent-delete`, { body: { athleteIds } });
const all = (contestId: string) => catalog.athletes(contestId, { includeDeleted: true });
const roster = (count: number, category = '男子') =>
  Array.from({ length: count }, (_, index) => ({ athleteNumber: String(index + 1), category, name: `選手 ${index + 1}` }));
const idsOf = (athletes: readonly Athlete[]) => athletes.map(({ id }) => id);

describe('creating many athletes', () => {
  test('when 2,000 athletes are created, then all are stored and sorted by bib (admin 9.11)', async () => {
    const { id } = await contestWith('男子');
    const response = await bulkCreate(id, roster(2000));
    expect([response.status, response.body.failed, response.body.created.length]).toEqual([201, [], 2000]);
    expect(await catalog.athletes(id)).toEqual(response.body.created);
    const [event] = await catalog.auditEvents('athletes.bulk-created', id);
    expect(event?.data).toMatchObject({ target: { type: 'contest' }, after: { count: 2000 } });
  });

  test('when some have a number that is taken or repeated, or an unknown category, then only these fail, each with its reason', async () => {
    const { id } = await contestWith('男子', '女子');
    await catalog.athlete(id, { athleteNumber: '2', category: '男子' });
    const response = await bulkCreate(id, [
      { athleteNumber: '1', category: '男子' },
      { athleteNumber: '２', category: '男子' },
      { athleteNumber: '2', category: '女子' },
      { athleteNumber: '3', category: 'ない' },
      { athleteNumber: '1', category: '男子' },
      { athleteNumber: '4', category: '未分類' },
    ]);
    expect(response.status).toBe(201);
    expect(response.body.failed.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [1, 'AthleteNumberTaken'],
      [3, 'CategoryUnknown'],
      [4, 'AthleteNumberTaken'],
    ]);
    expect(response.body.failed[0].message).toBe('同じカテゴリに同じゼッケン番号の選手がすでに登録されています。');
    expect(response.body.created.map(({ athleteNumber, category }: Athlete) => `${category} ${athleteNumber}`)).toEqual([
      '男子 1',
      '女子 2',
      '未分類 4',
    ]);
    expect(await catalog.athletes(id)).toHaveLength(4);
  });

  test('when the same athletes are sent five times at once, then each is stored once', async () => {
    const { id } = await contestWith('男子');
    const responses = await Promise.all(Array.from({ length: 5 }, () => bulkCreate(id, roster(50))));
    const created = responses.flatMap(({ body }) => body.created);
    expect(created).toHaveLength(50);
    expect(responses.flatMap(({ body }) => body.failed)).toHaveLength(200);
    expect(idsOf(await catalog.athletes(id)).sort()).toEqual(idsOf(created).sort());
  });

  test.each([
    ['no athletes', []],
    ['5,001 athletes', roster(5001)],
    ['one invalid athlete among valid ones', [...roster(2), { athleteNumber: { $ne: null }, category: '男子' }]],
  ])('when the request contains %s, then it is refused as a whole', async (_what, athletes) => {
    const { id } = await contestWith('男子');
    expect((await bulkCreate(id, athletes)).status).toBe(400);
    expect(await all(id)).toEqual([]);
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    expect((await bulkCreate('unknown', roster(1))).status).toBe(404);
  });
});

describe('updating many athletes', () => {
  test('when prices and statuses are changed, then all athletes change and their versions increase (admin 2.31, 7.23)', async () => {
    const { id } = await contestWith('男子');
    const { created } = (await bulkCreate(id, roster(30))).body;
    const updates = { videoStatus: '販売中', verticalVideoPrice: 4200, horizontalVideoPrice: null };
    const response = await bulkUpdate(id, idsOf(created), updates);
    expect([response.status, response.body]).toEqual([200, { successCount: 30, failedCount: 0 }]);
    expect(await all(id)).toEqual(created.map((athlete: Athlete) => ({ ...athlete, ...updates, version: 2 })));
    const [event] = await catalog.auditEvents('athletes.bulk-updated', id);
    expect(event?.data).toMatchObject({
      before: { athletes: [{ videoStatus: '未撮影', verticalVideoPrice: 5000, horizontalVideoPrice: 5000, athleteIds: idsOf(created) }] },
      after: { athleteIds: idsOf(created), ...updates },
    });
  });

  test('when athletes had different values before, then the audit log names the previous value of each in the order of the request', async () => {
    const { id } = await contestWith('男子', '女子');
    const first = await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    const second = await catalog.athlete(id, { athleteNumber: '2', category: '男子' });
    const third = await catalog.athlete(id, { athleteNumber: '3', category: '女子' });
    await bulkUpdate(
      id,
      [third, second, first].map((athlete) => String(athlete?.id)),
      { category: '女子' },
    );
    const [event] = await catalog.auditEvents('athletes.bulk-updated', id);
    expect(event?.data).toMatchObject({
      before: { athletes: [{ athleteIds: [third.id] }, { category: '男子', athleteIds: idsOf([second, first]) }] },
    });
  });

  test('when some athletes already have the new values, then they count as successes and stay unchanged', async () => {
    const { id } = await contestWith('男子', '女子');
    const { created } = (
      await bulkCreate(id, [...roster(2), ...roster(2, '女子').map((a) => ({ ...a, athleteNumber: `9${a.athleteNumber}` }))])
    ).body;
    expect((await bulkUpdate(id, idsOf(created), { category: '女子' })).body).toEqual({ successCount: 4, failedCount: 0 });
    expect((await all(id)).map(({ athleteNumber, category, version }) => [athleteNumber, category, version])).toEqual([
      ['1', '女子', 2],
      ['2', '女子', 2],
      ['91', '女子', 1],
      ['92', '女子', 1],
    ]);
  });

  test('when an athlete is purged while changes of it are in progress, then a late change does not bring it back', async () => {
    const { id } = await contestWith('男子');
    const athlete = await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    const path = `/api/contests/${id}/athletes/${athlete.id}`;
    await catalog.call('DELETE', path);
    const [purged, ...changed] = await Promise.all([
      catalog.call('DELETE', `${path}/permanent`),
      ...Array.from({ length: 10 }, () => catalog.call('PATCH', path, { body: { name: '後から', version: 2 } })),
      ...Array.from({ length: 10 }, () => bulkUpdate(id, [athlete.id], { category: '未分類' })),
    ]);
    const wasFirst = changed.some(({ status, body }) => status === 200 && (body.name === '後から' || body.successCount === 1));
    expect(purged.status === 204 || wasFirst).toBe(true);
    await catalog.call('DELETE', `${path}/permanent`);
    await catalog.waitUntilGone('athletes', { _id: athlete.id });
    expect(await all(id)).toEqual([]);
  });

  test('when ids are unknown, repeated or of another contest, then these athletes stay unchanged and are counted as failed', async () => {
    const { id } = await contestWith('男子');
    const other = await catalog.contest();
    const foreign = await catalog.athlete(other.id, { athleteNumber: '1' });
    const { created } = (await bulkCreate(id, roster(2))).body;
    const ids = [...idsOf(created), ...idsOf(created), foreign.id, 'unknown'];
    expect((await bulkUpdate(id, ids, { videoStatus: '受注停止' })).body).toEqual({ successCount: 2, failedCount: 2 });
    expect((await bulkUpdate(id, ids, { isDeleted: true })).body).toEqual({ successCount: 2, failedCount: 2 });
    expect(await all(other.id)).toEqual([foreign]);
  });

  test('when the category is changed, then athletes whose bib is taken there keep their category', async () => {
    const { id } = await contestWith('男子', '女子');
    await catalog.athlete(id, { athleteNumber: '2', category: '女子' });
    const { created } = (await bulkCreate(id, roster(3))).body;
    expect((await bulkUpdate(id, idsOf(created), { category: '女子' })).body).toEqual({ successCount: 2, failedCount: 1 });
    const seen = (await all(id)).map(({ athleteNumber, category, version }) => [athleteNumber, category, version]);
    expect(seen).toEqual([
      ['1', '女子', 2],
      ['2', '女子', 1],
      ['2', '男子', 1],
      ['3', '女子', 2],
    ]);
    expect((await catalog.call('POST', `/api/contests/${id}/athletes`, { body: { athleteNumber: '1', category: '男子' } })).status).toBe(
      201,
    );
  });

  test('when many are deleted and restored, then those whose bib was taken stay deleted', async () => {
    const { id } = await contestWith('男子');
    const { created } = (await bulkCreate(id, roster(3))).body;
    expect((await bulkUpdate(id, idsOf(created), { isDeleted: true })).body).toEqual({ successCount: 3, failedCount: 0 });
    expect(await catalog.athletes(id)).toEqual([]);
    await catalog.athlete(id, { athleteNumber: '2', category: '男子' });
    expect((await bulkUpdate(id, idsOf(created), { isDeleted: false })).body).toEqual({ successCount: 2, failedCount: 1 });
    expect((await catalog.athletes(id)).map(({ athleteNumber }) => athleteNumber)).toEqual(['1', '2', '3']);
    expect((await all(id)).filter(({ isDeleted }) => isDeleted)).toHaveLength(1);
  });

  test.each([
    ['an unknown category', { category: 'ない' }, 'CategoryUnknown'],
    ['nothing to change', {}, 'InputInconsistent'],
    ['only fields that cannot be changed in bulk', { athleteNumber: '5', name: '同じ', version: 1 }, 'InputInconsistent'],
    ['a MongoDB operator', { verticalVideoPrice: { $inc: 1 } }, 'ValidationFailed'],
  ])('when the updates contain %s, then the request is refused as a whole', async (_what, updates, code) => {
    const { id } = await contestWith('男子');
    const { created } = (await bulkCreate(id, roster(2))).body;
    const response = await bulkUpdate(id, idsOf(created), updates);
    expect([response.status, response.body.code]).toEqual([400, code]);
    expect(await all(id)).toEqual(created);
  });

  test.each([
    ['no ids', []],
    ['5,001 ids', Array.from({ length: 5001 }, (_, index) => `id${index}`)],
    ['a MongoDB operator as an id', [{ $ne: null }]],
  ])('when the request contains %s, then it is refused', async (_what, ids) => {
    const { id } = await contestWith('男子');
    expect((await bulkUpdate(id, ids as string[], { isDeleted: true })).status).toBe(400);
    expect((await bulkPurge(id, ids as string[])).status).toBe(400);
  });
});

describe('purging many athletes', () => {
  test('when only some of the athletes are deleted, then these are purged and the others stay (admin 2.31, 7.22)', async () => {
    const { id } = await contestWith('男子');
    const { created } = (await bulkCreate(id, roster(5))).body;
    await bulkUpdate(id, idsOf(created).slice(0, 3), { isDeleted: true });
    const response = await bulkPurge(id, [...idsOf(created), 'unknown']);
    expect([response.status, response.body]).toEqual([200, { successCount: 3, failedCount: 3 }]);
    expect(await all(id)).toEqual(created.slice(3));
    await catalog.waitUntilGone('athletes', { _id: { $in: idsOf(created).slice(0, 3) } });
    const [event] = await catalog.auditEvents('athletes.bulk-purged', id);
    expect(event?.data).toMatchObject({ before: { athleteIds: [...idsOf(created), 'unknown'] } });
  });

  test('when an athlete is purged right after its deletion, then the audit event of the deletion is still published', async () => {
    const { id } = await contestWith('男子');
    const athlete = await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    await catalog.call('DELETE', `/api/contests/${id}/athletes/${athlete.id}`);
    expect((await bulkPurge(id, [athlete.id])).body).toEqual({ successCount: 1, failedCount: 0 });
    await catalog.auditEvents('athlete.deleted', athlete.id);
    await catalog.waitUntilGone('athletes', { _id: athlete.id });
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    expect((await bulkPurge('unknown', ['x'])).status).toBe(404);
  });
});
