import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { contestDeleted } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import type { ContestRepository } from '../../src/domain/contest/contest.ts';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
/** Used to make a single write, as if the process crashed right after it. */
let contests: ContestRepository;
beforeAll(async () => {
  ({ contests } = await catalog.openDeps());
});

const deletionsOf = (contestId: string) =>
  catalog.probe.ofType('contest.deleted').filter(({ data }) => (data as { contestId: string }).contestId === contestId);

const fullContest = async () => {
  const contest = await catalog.contest({ videoPublished: true, location: '秘密の会場' });
  await catalog.category(contest.id, '男子');
  await catalog.call('PUT', `/api/contests/${contest.id}/price-description`, { body: { items: [], notes: '秘密のメモ' } });
  const athletes = Array.from({ length: 20 }, (_, index) => ({ athleteNumber: `${index}`, category: '男子', name: '秘密の選手' }));
  await catalog.call('POST', `/api/contests/${contest.id}/athletes/bulk-create`, { body: { athletes } });
  return contest;
};

/** Waits until nothing of the contest is stored. */
const waitUntilCleared = async (contestId: string): Promise<void> => {
  await catalog.waitUntilGone('contests', { _id: contestId });
  await catalog.waitUntilGone('athletes', { $or: [{ contestId }, { purgedAt: { $exists: true } }] });
};

describe('deleting a contest', () => {
  test('when it is deleted, then it is not found at once, its event is published once, and nothing stays stored (admin 7.15)', async () => {
    const contest = await fullContest();
    expect((await catalog.call('DELETE', `/api/contests/${contest.id}`)).status).toBe(204);
    for (const part of ['', '/categories', '/athletes', '/athletes?includeDeleted=true', '/price-description']) {
      expect((await catalog.call('GET', `/api/contests/${contest.id}${part}`)).status).toBe(404);
    }
    expect((await catalog.call('GET', '/api/contests')).body.map(({ id }: { id: string }) => id)).not.toContain(contest.id);
    expect((await catalog.call('DELETE', `/api/contests/${contest.id}`)).status).toBe(404);

    await waitUntilCleared(contest.id);
    await catalog.auditEvents('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toMatchObject([{ data: { contestId: contest.id, name: contest.name, deletedAt: expect.any(String) } }]);
    const all = JSON.stringify([
      await catalog.database.collection('contests').find().toArray(),
      await catalog.database.collection('athletes').find().toArray(),
    ]);
    expect(all).not.toContain('秘密');
  });

  test('when orders still need it, then it stays, with their number in the refusal, and can be deleted once they do not', async () => {
    const contest = await fullContest();
    catalog.openOrders.set(contest.id, 3);
    const refused = await catalog.call('DELETE', `/api/contests/${contest.id}`);
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'ContestHasOpenOrders', message: expect.stringContaining('注文が3件ある') },
    ]);
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
    expect(await catalog.athletes(contest.id)).toHaveLength(20);
    catalog.openOrders.delete(contest.id);
    expect((await catalog.call('DELETE', `/api/contests/${contest.id}`)).status).toBe(204);
    await catalog.auditEvents('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toHaveLength(1);
  });

  test('when orders cannot be asked, then it stays', async () => {
    const contest = await catalog.contest();
    catalog.orders.route('GET /internal/open-orders', () => ({ status: 503, body: {} }));
    try {
      expect(await catalog.call('DELETE', `/api/contests/${contest.id}`)).toMatchObject({
        status: 503,
        body: { code: 'ServiceUnavailable' },
      });
    } finally {
      catalog.orders.route('GET /internal/open-orders', () => ({ body: { count: 0 } }));
    }
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).status).toBe(200);
    expect(deletionsOf(contest.id)).toEqual([]);
  });

  test('when it is deleted 20 times at once through two replicas, then one deletion succeeds and the event is published once', async () => {
    const replicas = [await catalog.startReplica(), await catalog.startReplica()];
    const contest = await fullContest();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const call = catalog.callAt(replicas[index % 2]!.url);
        return (await call('DELETE', `/api/contests/${contest.id}`)).status;
      }),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(19);
    await waitUntilCleared(contest.id);
    await catalog.auditEvents('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  test('when athletes are created during the deletion, then all of them are removed', async () => {
    const contest = await fullContest();
    const adding = Array.from({ length: 20 }, (_, index) =>
      catalog.call('POST', `/api/contests/${contest.id}/athletes`, { body: { athleteNumber: `late ${index}`, category: '男子' } }),
    );
    const deleting = catalog.call('DELETE', `/api/contests/${contest.id}`);
    const statuses = (await Promise.all(adding)).map(({ status }) => status);
    expect((await deleting).status).toBe(204);
    for (const status of statuses) expect([201, 404]).toContain(status);
    await waitUntilCleared(contest.id);
  });

  test('when it is renamed at the same time, then the event has its last name', async () => {
    const contest = await catalog.contest({ name: '前の名' });
    const [renamed] = await Promise.all([
      catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { name: '後の名' } }),
      catalog.call('DELETE', `/api/contests/${contest.id}`),
    ]);
    await catalog.auditEvents('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toMatchObject([{ data: { name: renamed.status === 200 ? '後の名' : '前の名' } }]);
  });
});

describe('a crash during the deletion of a contest', () => {
  const deleteRecordOnly = async (contestId: string, { withEvent = true } = {}): Promise<void> => {
    const record = await contests.find(contestId);
    const event = createEvent(contestDeleted, { contestId, name: record!.name, deletedAt: new Date().toISOString() });
    const events = withEvent ? [event] : [];
    expect(await contests.replaceByTombstone({ id: contestId, revision: record!.revision, deletedAt: new Date(), events })).toBe(true);
  };

  test('when the process crashes right after the write, then the event is still published once and everything is removed', async () => {
    const { id } = await fullContest();
    await deleteRecordOnly(id);
    await waitUntilCleared(id);
    await waitUntil(() => deletionsOf(id).length > 0, { what: 'the event' });
    expect(deletionsOf(id)).toHaveLength(1);
  });

  test('when it crashes after the event and before any athlete is removed, then the athletes are still removed', async () => {
    const { id } = await fullContest();
    await deleteRecordOnly(id, { withEvent: false });
    await waitUntilCleared(id);
    expect(deletionsOf(id)).toEqual([]);
  });

  test('when it crashes after some athletes were removed, then the others are removed too', async () => {
    const { id } = await fullContest();
    await catalog.database.collection('athletes').deleteMany({ contestId: id, athleteNumber: { $in: ['1', '2', '3'] } });
    await deleteRecordOnly(id);
    await waitUntilCleared(id);
  });

  test('when it leaves the tombstone of an athlete without events, then the tombstone is removed', async () => {
    const _id = randomUUID();
    await catalog.database.collection('athletes').insertOne({ _id: _id as never, purgedAt: new Date(), isDeleted: true, version: 3 });
    await catalog.waitUntilGone('athletes', { _id });
  });
});

describe('the tombstone of a deleted contest', () => {
  test('when its minimum age is not over, then late athletes are removed, the tombstone stays, and other contests are untouched', async () => {
    const slow = await startTestCatalog({ settings: { deletedContestMs: 3_600_000 } });
    try {
      const contest = await slow.contest();
      const other = await slow.contest();
      await slow.athlete(other.id, { athleteNumber: '1' });
      await slow.call('DELETE', `/api/contests/${contest.id}`);
      await slow.auditEvents('contest.deleted', contest.id);
      const late = { _id: randomUUID() as never, contestId: contest.id, athleteNumber: '1', isDeleted: false, version: 1 };
      await slow.database.collection('athletes').insertOne(late);
      await slow.waitUntilGone('athletes', { contestId: contest.id });
      const record = await slow.database.collection('contests').findOne({ _id: contest.id as never });
      expect(record).toMatchObject({ name: '', deletedAt: expect.any(Date) });
      expect(record).not.toHaveProperty('slug');
      expect(await slow.athletes(other.id)).toHaveLength(1);
    } finally {
      await slow.stop();
    }
  });
});
