import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { databaseName, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { loadMediaConfig } from '../../src/config.ts';
import type { StorageMark } from '../../src/domain/storage/storage.ts';
import { sweep } from '../../src/domain/sweep/sweep.ts';
import { runOperatorCommand } from '../../src/operator-command.ts';
import { sha256Of, startTestMedia, type TestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const tsx = fileURLToPath(import.meta.resolve('tsx'));
const LONG_AGO = new Date(Date.now() - 30 * 86_400_000);
const ORPHAN = '0b9e6f0e-30bb-4c4a-9a59-2f2b8a3c1d10';

let media: TestMedia | undefined;
afterEach(async () => {
  await media?.stop();
  media = undefined;
});

const placeOf = (service: TestMedia, key: string): string => join(service.dir, 'objects', key.slice(0, 2), key);

/** A service with one medium and one orphaned object. Both are old enough for the sweep. */
const start = async (settings: Record<Uppercase<string>, string> = {}) => {
  const service = await startTestMedia({ settings: { sweepEveryMs: 3_600_000, ...settings } });
  media = service;
  // Only after the first sweep: later objects are left for the sweeps of the tests.
  await withDatabase(databaseName(service.backing, 'media'), (database) =>
    waitUntil(async () => (await database.collection('orphanScans').countDocuments({ dueAt: { $lte: new Date() } })) === 1, {
      what: 'the first sweep',
    }),
  );
  const bytes = videoBytes(900);
  const contestId = service.contest();
  const { id, url } = await service.upload(contestId, { bytes });
  const orphan = placeOf(service, ORPHAN);
  await mkdir(dirname(orphan), { recursive: true });
  await writeFile(orphan, 'x');
  for (const key of [id, ORPHAN]) await utimes(placeOf(service, key), LONG_AGO, LONG_AGO);
  return { service, contestId, id, url: url ?? '', hash: sha256Of(bytes) };
};

const withDatabase = async <Result>(name: string, use: (database: mongoose.mongo.Db) => Promise<Result>): Promise<Result> => {
  const { MONGODB_URL } = (media as TestMedia).backing;
  const connection = await mongoose.createConnection(MONGODB_URL, { dbName: name }).asPromise();
  try {
    return await use(connection.db as mongoose.mongo.Db);
  } finally {
    await connection.close();
  }
};
const marksOf = (database: mongoose.mongo.Db) => database.collection<{ _id: string; storageId: string; turn: number }>('storageMarks');

type Outcome = { code: number; stdout: string; stderr: string };
type Env = Record<string, string>;

/** Runs the command as an operator does: `npm run media`, or the bundled program in a container. */
const startProgram = (program: 'scripts/media.ts' | 'src/media.command.ts', env: Env, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const command = ['--import', tsx, `services/media/${program}`, ...args];
    const options = { cwd: repository, env: { PATH: process.env['PATH'], ...env }, timeout: 60_000 };
    execFile(process.execPath, command, options, (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }));
  });
const npmRunMedia = (env: Env, ...args: string[]): Promise<Outcome> => startProgram('scripts/media.ts', env, ...args);
const mediaInContainer = (env: Env, ...args: string[]): Promise<Outcome> => startProgram('src/media.command.ts', env, ...args);

/** The same command without a child process. */
const operator = (env: Env, ...args: string[]): Promise<Outcome> =>
  runOperatorCommand({ args, command: 'media', settings: '', load: () => loadMediaConfig(env) });

const matchOf = async (url: string): Promise<{ status: string; checks: { storageMatch: string } }> =>
  (await fetch(new URL('/readyz', url))).json() as Promise<{ status: string; checks: { storageMatch: string } }>;

describe('a storage that belongs to another database', () => {
  test('when a service starts on it with an empty database, then nothing is removed, and /readyz reports the mismatch', async () => {
    const { service, id } = await start();
    const other = await service.startReplica({ NAMESPACE: `${service.backing.NAMESPACE}-other` });
    const state = await matchOf(other.url);
    expect(state).toMatchObject({ status: 'degraded', checks: { storageMatch: expect.stringContaining('belongs to another database') } });
    // `stop` waits for the running sweep.
    await other.stop();
    expect((await service.storedFiles()).sort()).toEqual([id, ORPHAN].sort());
    expect((await matchOf(service.url())).checks.storageMatch).toBe('ok');
    await service.restart();
    await waitUntil(async () => (await service.storedFiles()).length === 1, { what: 'the orphan to be removed with the right database' });
    expect(await service.storedFiles()).toEqual([id]);
  });

  test('when an operator sweeps it, then the command fails and removes nothing; after `adopt` it sweeps', async () => {
    const { service, id } = await start();
    const env = { ...service.variables(), NAMESPACE: `${service.backing.NAMESPACE}-other` };
    const listed = await npmRunMedia(env, 'sweep', '--dry-run');
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('belongs to another database')]);
    for (const key of [id, ORPHAN]) expect(listed.stdout).toContain(key);
    const refused = await npmRunMedia(env, 'sweep');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('npm run media -- adopt')]);
    expect((await service.storedFiles()).sort()).toEqual([id, ORPHAN].sort());

    const inContainer = await mediaInContainer(env, 'sweep');
    expect([inContainer.code, inContainer.stderr]).toEqual([1, expect.stringContaining('dist/media.js adopt')]);
    expect(await mediaInContainer(env, 'adopt')).toMatchObject({ code: 0, stderr: '' });
    expect((await operator(env, 'sweep')).stdout).toContain('2 items with');
    expect(await service.storedFiles()).toEqual([]);
    expect((await matchOf(service.url())).checks.storageMatch).toContain('belongs to another database');
  });

  test('when a sweep detects it, then an unsettled upload of a deleted contest is kept until the storage matches again', async () => {
    const { service, contestId, id } = await start();
    const { deps, stop } = await openSecondProcess({ media: service });
    try {
      await deps.contests.markDeleted(contestId);
      const medium = await deps.media.find(id);
      await withDatabase(databaseName(service.backing, 'media'), (database) =>
        database.collection<{ _id: string }>('uploads').updateOne({ _id: id }, { $set: { media: medium, isSettled: false } }),
      );
      const mark = await deps.storage.readMark();
      await deps.storage.writeMark({ id: randomUUID(), turn: 0 });
      await expect(sweep(deps, { isDryRun: false })).rejects.toThrow('belongs to another database');
      expect((await service.storedFiles()).sort()).toEqual([id, ORPHAN].sort());
      await deps.storage.writeMark(mark as StorageMark);
      expect((await sweep(deps, { isDryRun: false })).failed).toEqual([]);
      expect(await service.storedFiles()).toEqual([]);
    } finally {
      await stop();
    }
  });

  test('when a database with media finds an empty storage, as without a mounted disk, then they are not paired', async () => {
    const { service } = await start();
    const empty = await mkdtemp(join(tmpdir(), 'not-mounted-'));
    const replica = await service.startReplica({ MEDIA_DIR: empty });
    expect((await matchOf(replica.url)).checks.storageMatch).toContain('has not been used with this database');
    await replica.stop();
    await rm(empty, { recursive: true });
  });
});

describe('a storage whose mark cannot be read', () => {
  test('when a service starts on it, then files are served, nothing is swept and /readyz reports it, until an operator adopts it', async () => {
    const { service, id, url, hash } = await start();
    const mark = join(service.dir, 'storage.json');
    await writeFile(mark, '{"id":');
    await service.restart();
    const state = await matchOf(service.url());
    expect(state).toMatchObject({ status: 'degraded', checks: { storageMatch: expect.stringContaining('cannot be read') } });
    expect(sha256Of((await service.call('GET', url)).body)).toBe(hash);
    expect(await operator(service.variables(), 'sweep')).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read') });
    // `stop` waits for the running sweep.
    await service.restart();
    expect((await service.storedFiles()).sort()).toEqual([id, ORPHAN].sort());
    expect(await readFile(mark, 'utf8')).toBe('{"id":');

    expect((await operator(service.variables(), 'adopt')).code).toBe(0);
    expect(await matchOf(service.url())).toMatchObject({ status: 'ready', checks: { storageMatch: 'ok' } });
    await service.restart();
    await waitUntil(async () => (await service.storedFiles()).length === 1, { what: 'the orphan to be removed' });
    expect(await service.storedFiles()).toEqual([id]);
  });
});

describe('a database that was restored from a backup', () => {
  test('when it is older than the storage, then nothing is removed until an operator adopts the storage', async () => {
    const { service, id, contestId, url, hash } = await start();
    const name = databaseName(service.backing, 'media');
    const backup = await withDatabase(name, (database) => marksOf(database).findOne({ _id: 'storage' }));
    await operator(service.variables(), 'sweep');
    expect(await service.storedFiles()).toEqual([id]);
    const after = await service.upload(contestId, { bytes: videoBytes(700) });
    await utimes(placeOf(service, after.id), LONG_AGO, LONG_AGO);
    await withDatabase(name, async (database) => {
      await marksOf(database).replaceOne({ _id: 'storage' }, { storageId: backup!.storageId, turn: backup!.turn });
      await database.collection<{ _id: string }>('media').deleteOne({ _id: after.id });
      await database.collection<{ _id: string }>('uploads').deleteOne({ _id: after.id });
    });

    await service.restart();
    expect((await matchOf(service.url())).checks.storageMatch).toContain('older than the storage');
    expect((await operator(service.variables(), 'sweep')).stderr).toContain('older than the storage');
    expect((await service.storedFiles()).sort()).toEqual([id, after.id].sort());
    expect(sha256Of((await service.call('GET', url)).body)).toBe(hash);

    expect((await operator(service.variables(), 'adopt')).code).toBe(0);
    expect((await matchOf(service.url())).checks.storageMatch).toBe('ok');
    expect((await operator(service.variables(), 'sweep')).stdout).toContain(after.id);
    expect(await service.storedFiles()).toEqual([id]);
  });
});

describe('a storage without a mark', () => {
  test.each(['-other', ''])('when it has files, then it is not paired with the database %j, and nothing is removed', async (suffix) => {
    const { service, id } = await start();
    await rm(join(service.dir, 'storage.json'));
    const replica = await service.startReplica({ NAMESPACE: `${service.backing.NAMESPACE}${suffix}` });
    expect((await matchOf(replica.url)).checks.storageMatch).toContain('has not been used with this database');
    // `stop` waits for the running sweep.
    await replica.stop();
    expect((await service.storedFiles()).sort()).toEqual([id, ORPHAN].sort());
  });
});
