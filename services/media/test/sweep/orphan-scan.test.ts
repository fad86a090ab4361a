import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { databaseName, useService, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import type { MediaDeps } from '../../src/domain/deps.ts';
import { sweepOrphansWhenDue } from '../../src/domain/sweep/orphans.ts';
import { sweep } from '../../src/domain/sweep/sweep.ts';
import { startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const DAY_MS = 86_400_000;
const ORPHAN = '0b9e6f0e-30bb-4c4a-9a59-2f2b8a3c1d10';

let connection: mongoose.Connection;
let clockOffset = 0;
const now = (): Date => new Date(Date.now() + clockOffset);
const media = useService(() => startTestMedia({ settings: { sweepEveryMs: 3_600_000 } }));
const second = useService(() => openSecondProcess({ media, now }));
const scans = () => connection.collection<{ dueAt: Date }>('orphanScans');
beforeAll(async () => {
  connection = await mongoose.createConnection(media.backing.MONGODB_URL, { dbName: databaseName(media.backing, 'media') }).asPromise();
  await waitUntil(async () => (await scans().countDocuments({ dueAt: { $lte: new Date() } })) === 1, { what: 'the first sweep' });
});
afterAll(() => connection?.close());
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

/** A replica that scans once a day, and a counter of its scans. */
const replica = (change: Partial<MediaDeps> = {}) => {
  const counter = { scans: 0 };
  const deps: MediaDeps = { ...second.deps, orphanEveryMs: DAY_MS, ...change };
  const list: MediaDeps['storage']['list'] = () => {
    counter.scans += 1;
    return deps.storage.list();
  };
  const scanning = { ...deps, storage: { ...deps.storage, list } };
  const run = (signal = new AbortController().signal) =>
    sweep(scanning, { isDryRun: false, orphans: sweepOrphansWhenDue(scanning, { signal }) });
  return { counter, run };
};

describe('the scan for orphaned bytes', () => {
  test('when several replicas sweep, then one of them scans, once per interval', async () => {
    await putOrphan();
    const replicas = [replica(), replica(), replica()];
    const scanned = () => replicas.reduce((sum, { counter }) => sum + counter.scans, 0);
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

  test('when a replica stops or fails during a scan, then the next one scans at once; after a crash it waits an hour', async () => {
    await putOrphan();
    expect(await replica().run(AbortSignal.abort())).toEqual({ swept: [], failed: [] });
    const list: MediaDeps['storage']['list'] = () => {
      throw new Error('Disk failure');
    };
    const broken = { ...second.deps.storage, list };
    expect(await replica({ storage: broken }).run()).toEqual({ swept: [], failed: ['orphaned bytes'] });

    await second.deps.orphanScanLease.begin({ now: now(), until: new Date(now().getTime() + 3_600_000) });
    expect((await replica().run()).swept).toEqual([]);
    clockOffset = 3_660_000;
    expect((await replica().run()).swept).toMatchObject([{ what: 'orphaned bytes', id: ORPHAN }]);
    clockOffset = 0;
  });

  test('when the storage has many objects, then their records are queried in batches', async () => {
    const { id } = await media.upload(media.contest(), { bytes: videoBytes(500) });
    const openId = await media.open(media.contest(), { bytes: videoBytes(500) });
    const known = [id, openId];
    const orphans = Array.from({ length: 2500 }, (_, index) => `orphan-${index}`);
    async function* list() {
      const changedAt = new Date(Date.now() - 30 * DAY_MS);
      for (const key of [...orphans.slice(0, 1200), ...known, ...orphans.slice(1200)]) yield { key, handle: null, size: 1, changedAt };
    }
    const batchSizes: number[] = [];
    const counting = <Repository extends Pick<MediaDeps['media'], 'filterUnknownKeys'>>(repository: Repository): Repository => ({
      ...repository,
      filterUnknownKeys: (keys) => {
        batchSizes.push(keys.length);
        return repository.filterUnknownKeys(keys);
      },
    });
    const removed: string[] = [];
    const remove = async (key: string): Promise<void> => {
      removed.push(key);
    };
    const { deps } = second;
    const storage = { ...deps.storage, list, remove };
    await sweep({ ...deps, uploads: counting(deps.uploads), media: counting(deps.media), storage }, { isDryRun: false });
    expect(removed).toEqual(orphans);
    expect(Math.max(...batchSizes)).toBeLessThanOrEqual(1000);
  });
});

describe('a sweep with a failing step', () => {
  test('when it has ended, then the other steps are done, and the result names the failed ones', async () => {
    await putOrphan();
    const logged: unknown[] = [];
    const failure = new Error('Database failure');
    const { deps } = second;
    const uploads = { ...deps.uploads, listUnsettled: () => Promise.reject(failure), listUntouchedSince: () => Promise.reject(failure) };
    const outcome = await sweep({ ...deps, uploads, log: (fields) => logged.push(fields) }, { isDryRun: false });
    expect(outcome).toMatchObject({ swept: [{ what: 'orphaned bytes', id: ORPHAN }], failed: ['unsettled uploads', 'stale uploads'] });
    expect(logged).toEqual(['unsettled uploads', 'stale uploads'].map((step) => ({ err: failure, step })));
    expect(await media.storedFiles()).not.toContain(ORPHAN);
  });
});
