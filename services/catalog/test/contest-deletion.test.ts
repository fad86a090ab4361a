import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contestDeleted } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import type { ContestRepository } from '../src/domain/ports.ts';
import { openCatalogStore } from '../src/models/open-catalog-store.ts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
/** The repositories alone, as they are in a process that dies right after a write. */
let contests: ContestRepository;
beforeAll(async () => {
  catalog = await startTestCatalog();
  ({ contests } = await openCatalogStore({ connection: catalog.database, onEvents: () => undefined }));
});
afterAll(() => catalog?.stop());

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

/** Resolves once nothing of the contest is stored any more. */
const cleared = async (contestId: string): Promise<void> => {
  await catalog.gone('contests', { _id: contestId });
  await catalog.gone('athletes', { $or: [{ contestId }, { purgedAt: { $exists: true } }] });
};

describe('deleting a contest', () => {
  test('when it is deleted, it is gone for everybody at once, the event goes out once, and nothing stays stored', async () => {
    const contest = await fullContest();
    expect((await catalog.call('DELETE', `/api/contests/${contest.id}`)).status).toBe(204);
    for (const part of ['', '/categories', '/athletes', '/athletes?includeDeleted=true', '/price-description']) {
      expect((await catalog.call('GET', `/api/contests/${contest.id}${part}`)).status).toBe(404);
    }
    expect((await catalog.call('GET', '/api/contests')).body.map(({ id }: { id: string }) => id)).not.toContain(contest.id);
    expect((await catalog.call('DELETE', `/api/contests/${contest.id}`)).status).toBe(404);

    await cleared(contest.id);
    await catalog.acts('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toMatchObject([{ data: { contestId: contest.id, name: contest.name, deletedAt: expect.any(String) } }]);
    const all = JSON.stringify([
      await catalog.database.collection('contests').find().toArray(),
      await catalog.database.collection('athletes').find().toArray(),
    ]);
    expect(all).not.toContain('秘密');
  });

  test('when 20 deletions and two more replicas meet, one counts and the event goes out once', async () => {
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
    await cleared(contest.id);
    await catalog.acts('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  test('when athletes are added while it is deleted, none outlives it', async () => {
    const contest = await fullContest();
    const adding = Array.from({ length: 20 }, (_, index) =>
      catalog.call('POST', `/api/contests/${contest.id}/athletes`, { body: { athleteNumber: `late ${index}`, category: '男子' } }),
    );
    const deleting = catalog.call('DELETE', `/api/contests/${contest.id}`);
    const statuses = (await Promise.all(adding)).map(({ status }) => status);
    expect((await deleting).status).toBe(204);
    for (const status of statuses) expect([201, 404]).toContain(status);
    await cleared(contest.id);
  });

  test('when it is renamed at the same moment, the event has the name it had last', async () => {
    const contest = await catalog.contest({ name: '前の名' });
    const [renamed] = await Promise.all([
      catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { name: '後の名' } }),
      catalog.call('DELETE', `/api/contests/${contest.id}`),
    ]);
    await catalog.acts('contest.deleted', contest.id);
    expect(deletionsOf(contest.id)).toMatchObject([{ data: { name: renamed.status === 200 ? '後の名' : '前の名' } }]);
  });
});

describe('when the process died in the middle of a deletion', () => {
  const eraseOnly = async (contestId: string, { withEvent = true } = {}): Promise<void> => {
    const record = await contests.find(contestId);
    const event = createEvent(contestDeleted, { contestId, name: record!.name, deletedAt: new Date().toISOString() });
    const events = withEvent ? [event] : [];
    expect(await contests.erase({ id: contestId, revision: record!.revision, deletedAt: new Date(), events })).toBe(true);
  };

  test('right after the one write, the event still goes out once and all is cleared', async () => {
    const { id } = await fullContest();
    await eraseOnly(id);
    await cleared(id);
    await waitUntil(() => deletionsOf(id).length > 0, { what: 'the event' });
    expect(deletionsOf(id)).toHaveLength(1);
  });

  test('after the event went out and before any athlete was removed, the athletes still go', async () => {
    const { id } = await fullContest();
    await eraseOnly(id, { withEvent: false });
    await cleared(id);
    expect(deletionsOf(id)).toEqual([]);
  });

  test('after a part of the athletes was removed, the rest goes too', async () => {
    const { id } = await fullContest();
    await catalog.database.collection('athletes').deleteMany({ contestId: id, athleteNumber: { $in: ['1', '2', '3'] } });
    await eraseOnly(id);
    await cleared(id);
  });

  test('with an erased athlete that waits for nothing, it goes as well', async () => {
    const _id = randomUUID();
    await catalog.database.collection('athletes').insertOne({ _id: _id as never, purgedAt: new Date(), isDeleted: true, version: 3 });
    await catalog.gone('athletes', { _id });
  });
});

describe('while the record of a deleted contest waits', () => {
  test('when its time is not over, its late athletes go and the record stays; other contests are left alone', async () => {
    const patient = await startTestCatalog({ env: { DELETED_CONTEST_SECONDS: '3600' } });
    try {
      const contest = await patient.contest();
      const other = await patient.contest();
      await patient.athlete(other.id, { athleteNumber: '1' });
      await patient.call('DELETE', `/api/contests/${contest.id}`);
      await patient.acts('contest.deleted', contest.id);
      const late = { _id: randomUUID() as never, contestId: contest.id, athleteNumber: '1', isDeleted: false, version: 1 };
      await patient.database.collection('athletes').insertOne(late);
      await patient.gone('athletes', { contestId: contest.id });
      const record = await patient.database.collection('contests').findOne({ _id: contest.id as never });
      expect(record).toMatchObject({ name: '', deletedAt: expect.any(Date) });
      expect(record).not.toHaveProperty('slug');
      expect(await patient.athletes(other.id)).toHaveLength(1);
    } finally {
      await patient.stop();
    }
  });
});
