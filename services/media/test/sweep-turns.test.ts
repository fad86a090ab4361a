import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { sweepOrphansInTurn } from '../src/domain/housekeeping/orphans.ts';
import { sweep } from '../src/domain/housekeeping/sweep.ts';
import type { MediaDeps } from '../src/domain/ports.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';
import { openSecondProcess } from './support/second-process.ts';

const DAY_MS = 86_400_000;
const ORPHAN = '0b9e6f0e-30bb-4c4a-9a59-2f2b8a3c1d10';

let media: TestMedia;
let second: Awaited<ReturnType<typeof openSecondProcess>>;
let connection: mongoose.Connection;
let clockOffset = 0;
const now = (): Date => new Date(Date.now() + clockOffset);
const scans = () => connection.collection<{ dueAt: Date }>('orphanScans');
beforeAll(async () => {
  media = await startTestMedia({ env: { MEDIA_SWEEP_EVERY_SECONDS: '3600' } });
  connection = await mongoose.createConnection(media.backing.MONGODB_URL, { dbName: media.backing.MONGODB_DATABASE }).asPromise();
  second = await openSecondProcess({ media, now });
  await waitUntil(async () => (await scans().countDocuments({ dueAt: { $lte: new Date() } })) === 1, { what: 'the sweep of the start' });
});
afterAll(async () => {
  await second?.close();
  await connection?.close();
  await media?.stop();
});
beforeEach(async () => {
  await scans().deleteMany({});
});

const putOrphan = async (): Promise<void> => {
  const path = join(media.dir, 'objects', ORPHAN.slice(0, 2), ORPHAN);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
  const longAgo = new Date(Date.now() - 30 * DAY_MS);
  await utimes(path, longAgo, longAgo);
};

/** A replica that scans once a day, and how often it has looked through the storage. */
const replica = (change: Partial<MediaDeps> = {}) => {
  const seen = { scans: 0 };
  const deps: MediaDeps = { ...second.deps, orphanEveryMs: DAY_MS, ...change };
  const list: MediaDeps['storage']['list'] = () => {
    seen.scans += 1;
    return deps.storage.list();
  };
  const scanning = { ...deps, storage: { ...deps.storage, list } };
  const run = (signal = new AbortController().signal) =>
    sweep(scanning, { isDryRun: false, orphans: sweepOrphansInTurn(scanning, { signal }) });
  return { seen, run };
};

describe('the scan for orphaned bytes', () => {
  test('when several replicas sweep, then one of them scans, once a day', async () => {
    await putOrphan();
    const replicas = [replica(), replica(), replica()];
    const scanned = () => replicas.reduce((sum, { seen }) => sum + seen.scans, 0);
    const outcomes = await Promise.all(replicas.map(({ run }) => run()));
    expect(outcomes.flatMap(({ swept }) => swept.map(({ id }) => id))).toEqual([ORPHAN]);
    expect([scanned(), await media.storedFiles()]).toEqual([1, expect.not.arrayContaining([ORPHAN])]);

    clockOffset = DAY_MS / 2;
    for (const { run } of replicas) await run();
    expect(scanned()).toBe(1);
    clockOffset = DAY_MS + 60_000;
    for (const { run } of replicas) await run();
    expect(scanned()).toBe(2);
    clockOffset = 0;
  });

  test('when a replica stops, or fails, in the middle of it, then the next one does it; when it dies, then after an hour', async () => {
    await putOrphan();
    expect(await replica().run(AbortSignal.abort())).toEqual({ swept: [], failed: [] });
    const list: MediaDeps['storage']['list'] = () => {
      throw new Error('the disk is broken');
    };
    const broken = { ...second.deps.storage, list };
    expect(await replica({ storage: broken }).run()).toEqual({ swept: [], failed: ['orphaned bytes'] });

    await second.deps.orphanScan.begin({ now: now(), until: new Date(now().getTime() + 3_600_000) });
    expect((await replica().run()).swept).toEqual([]);
    clockOffset = 3_660_000;
    expect((await replica().run()).swept).toMatchObject([{ what: 'orphaned bytes', id: ORPHAN }]);
    clockOffset = 0;
  });

  test('when there is much in the storage, then the records are asked about a part at a time', async () => {
    const { id } = await media.upload(media.contest(), { bytes: videoBytes(500) });
    const openId = await media.open(media.contest(), { bytes: videoBytes(500) });
    const known = [id, openId];
    const strange = Array.from({ length: 2500 }, (_, index) => `strange-${index}`);
    async function* list() {
      const changedAt = new Date(Date.now() - 30 * DAY_MS);
      for (const key of [...strange.slice(0, 1200), ...known, ...strange.slice(1200)]) yield { key, handle: null, size: 1, changedAt };
    }
    const asked: number[] = [];
    const counting = <Repository extends Pick<MediaDeps['media'], 'unknownOf'>>(repository: Repository): Repository => ({
      ...repository,
      unknownOf: (keys) => {
        asked.push(keys.length);
        return repository.unknownOf(keys);
      },
    });
    const removed: string[] = [];
    const remove = async (key: string): Promise<void> => {
      removed.push(key);
    };
    const { deps } = second;
    const storage = { ...deps.storage, list, remove };
    await sweep({ ...deps, uploads: counting(deps.uploads), media: counting(deps.media), storage }, { isDryRun: false });
    expect(removed).toEqual(strange);
    expect(Math.max(...asked)).toBeLessThanOrEqual(1000);
  });
});

describe('a sweep of which one step fails', () => {
  test('when it is over, then the other steps are done, and it says which was not', async () => {
    await putOrphan();
    const logged: unknown[] = [];
    const failure = new Error('the database does not list uploads');
    const { deps } = second;
    const uploads = { ...deps.uploads, listUnsettled: () => Promise.reject(failure), listUntouchedSince: () => Promise.reject(failure) };
    const outcome = await sweep({ ...deps, uploads, log: (facts) => logged.push(facts) }, { isDryRun: false });
    expect(outcome).toMatchObject({ swept: [{ what: 'orphaned bytes', id: ORPHAN }], failed: ['unsettled uploads', 'stale uploads'] });
    expect(logged).toEqual(['unsettled uploads', 'stale uploads'].map((step) => ({ err: failure, step })));
    expect(await media.storedFiles()).not.toContain(ORPHAN);
  });
});
