import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runCommand } from './command.ts';
import { selectMissedErasures } from './erasures.ts';
import { withLock } from './lock.ts';
import { fileNameOf, folderOf, listBackupIds, type Manifest, requireBackups, writeManifest } from './manifest.ts';
import { openFolder } from './place/folder.ts';
import { digestOf, readText, type Target, writeHashed } from './place/target.ts';
import { applyRetention, removeIncomplete, selectExpired } from './retention.ts';
import { selectBackup, verifyBackup } from './verify.ts';

let dir = '';
let target: Target;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'backups-'));
  target = openFolder(dir);
  await requireBackups(target, { mayBeEmpty: true });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

/** A complete backup of one collection and these media files. */
const store = async (day: number, media: readonly string[]): Promise<Manifest> => {
  const startedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const id = `day-${String(day).padStart(2, '0')}`;
  const name = 'dump/stagereel-orders/orders.bson.gz';
  const dumped = await writeHashed(target, { name: `${folderOf(id)}${name}`, bytes: bytesOf(`orders of ${id}`) });
  const files = [];
  for (const content of media) {
    const digest = await digestOf(bytesOf(content));
    await writeHashed(target, { name: fileNameOf(digest.sha256), bytes: bytesOf(content), expected: digest });
    files.push(digest);
  }
  const manifest: Manifest = {
    format: 1,
    id,
    shopVersion: '0',
    startedAt,
    dumpStartedAt: startedAt,
    dumpEndedAt: startedAt,
    endedAt: startedAt,
    databases: [],
    files: [{ name, ...dumped }],
    events: { count: 0 },
    media: files,
    deletedMedia: [],
    damagedMedia: [],
    erasures: [],
  };
  await writeManifest(target, manifest);
  return manifest;
};

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(dir, folder), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

test('when a backup is intact, then it passes the verification', async () => {
  const manifest = await store(1, ['video']);
  expect(await verifyBackup(target, manifest)).toEqual([]);
});

test('when a byte of a backup has changed or a file is missing, then it is refused and each file is named', async () => {
  const manifest = await store(1, ['video', 'picture']);
  const [video, picture] = manifest.media.map(({ sha256 }) => fileNameOf(sha256));
  await writeFile(join(dir, video ?? ''), 'Video');
  await rm(join(dir, picture ?? ''));
  await writeFile(join(dir, folderOf(manifest.id), 'dump/stagereel-orders/orders.bson.gz'), 'other');
  const verification = verifyBackup(target, manifest);
  await expect(verification).rejects.toThrow(`${video} has other content`);
  await expect(verification).rejects.toThrow(`${picture} is missing`);
  await expect(verification).rejects.toThrow('orders.bson.gz has other content');
});

test('when a backup was interrupted, then the last complete one is chosen, and the next retention removes the remains', async () => {
  await store(1, ['video']);
  await target.write(`${folderOf('day-02')}dump/stagereel-orders/orders.bson.gz`, bytesOf('half'));
  await target.write(fileNameOf('ab'.repeat(32)), bytesOf('of no manifest'));
  expect((await selectBackup(target, undefined)).manifest.id).toBe('day-01');
  await expect(selectBackup(target, 'day-02')).rejects.toThrow('no complete backup day-02. Complete: day-01.');
  expect(await applyRetention(target, {})).toEqual({ backups: 1, files: 1, unreadable: [] });
  expect(await filesIn('files')).toHaveLength(1);
  expect(await listBackupIds(target)).toEqual(['day-01']);
});

test('when older backups are deleted, then media files that a kept one needs stay', async () => {
  await store(1, ['only in the first', 'in both']);
  const kept = await store(2, ['in both']);
  expect(await applyRetention(target, { keep: 1 })).toEqual({ backups: 1, files: 1, unreadable: [] });
  expect(await verifyBackup(target, kept)).toEqual([]);
  expect(await filesIn('files')).toEqual(kept.media.map(({ sha256 }) => sha256));
});

test('when a number and days are given, then a backup is deleted only if both allow it, and never the last one', async () => {
  const manifests = [await store(1, []), await store(2, []), await store(20, [])];
  const expired = (retention: Parameters<typeof selectExpired>[1], day = '2026-01-21') =>
    selectExpired(manifests, retention, new Date(day)).map(({ id }) => id);
  expect(expired({})).toEqual([]);
  expect(expired({ keep: 2 })).toEqual(['day-01']);
  expect(expired({ keepDays: 7 })).toEqual(['day-01', 'day-02']);
  expect(expired({ keep: 2, keepDays: 30 })).toEqual([]);
  expect(expired({ keepDays: 7 }, '2027-01-01')).toEqual(['day-01', 'day-02']);
});

test('when a manifest cannot be read, then no media file is deleted, and another backup can be chosen', async () => {
  await store(1, ['video']);
  await store(2, ['other video']);
  await writeFile(join(dir, folderOf('day-02'), 'manifest.json'), '{');
  expect(await applyRetention(target, { keep: 1 })).toEqual({ backups: 0, files: 0, unreadable: ['day-02'] });
  expect(await filesIn('files')).toHaveLength(2);
  await expect(selectBackup(target, undefined)).rejects.toThrow('The backup day-02 is damaged');
  expect(await selectBackup(target, 'day-01')).toMatchObject({ manifest: { id: 'day-01' }, unreadable: ['day-02'] });
});

test('when only media files are damaged, then they are named, and the backup is not refused', async () => {
  const manifest = await store(1, ['video', 'picture']);
  const [video, picture] = manifest.media.map(({ sha256 }) => fileNameOf(sha256));
  await writeFile(join(dir, video ?? ''), 'Video');
  await rm(join(dir, picture ?? ''));
  expect((await verifyBackup(target, manifest)).map(({ problem }) => problem)).toEqual([
    `${video} has other content`,
    `${picture} is missing`,
  ]);
});

test('when an interrupted backup has filled the disk, then the next one first deletes its documents, and reuses its media files', async () => {
  await target.write(`${folderOf('day-02')}dump/stagereel-orders/orders.bson.gz`, bytesOf('half'));
  await target.write(fileNameOf('ab'.repeat(32)), bytesOf('video'));
  await removeIncomplete(target);
  expect(await listBackupIds(target)).toEqual([]);
  expect(await filesIn('files')).toHaveLength(1);
});

test('when a stream fails or has other bytes than its hash, then nothing is stored', async () => {
  const fails = async function* () {
    yield Buffer.from('half');
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  await expect(target.write('files/aa/x', fails())).rejects.toThrow('no space left');
  const expected = { size: 5, sha256: '0'.repeat(64) };
  await expect(writeHashed(target, { name: 'files/aa/y', bytes: bytesOf('video'), expected })).rejects.toThrow('files/aa/y');
  expect(await filesIn('files')).toEqual([]);
});

test('when a folder has other files, then it is refused and stays as it is', async () => {
  const other = join(dir, 'other');
  await mkdir(other);
  await writeFile(join(other, 'letter.txt'), 'dear');
  await expect(requireBackups(openFolder(other), { mayBeEmpty: true })).rejects.toThrow('contains letter.txt but no backups');
  expect(await readdir(other)).toEqual(['letter.txt']);
});

test('when two backups run at the same time, then the second is refused', async () => {
  await withLock(target, async () => {
    await expect(withLock(target, async () => 'second')).rejects.toThrow('Another backup');
  });
  expect(await withLock(target, async () => 'after the first')).toBe('after the first');
  expect(await readText(target, 'running.json')).toBeUndefined();
});

test('when an address was erased after the restored backup, then newer backups name it', async () => {
  const noteOf = (addressHash: string, requestedAt: string) => ({ addressHash, pseudonym: `p-${addressHash}`, requestedAt });
  const known = noteOf('known', '2025-12-01T00:00:00.000Z');
  const restored = { ...(await store(1, [])), erasures: [known] };
  const newer = { ...(await store(2, [])), erasures: [known, noteOf('new', '2026-01-01T12:00:00.000Z')] };
  const latest = { ...(await store(3, [])), erasures: [noteOf('new', '2026-01-02T12:00:00.000Z')] };
  const missed = selectMissedErasures(restored, [restored, newer, latest]);
  expect([...missed.values()]).toEqual([noteOf('new', '2026-01-02T12:00:00.000Z')]);
});

test('when the command is wrong or a setting is missing, then a sentence says so', async () => {
  const call = async (...args: string[]) => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    return { code: await runCommand({ args, env: {}, log: write, logError: write }), text: lines.join('\n') };
  };
  expect(await call('backup')).toMatchObject({ code: 1, text: expect.stringContaining('Usage:') });
  expect(await call('--help')).toMatchObject({ code: 0, text: expect.stringContaining('--keep-days') });
  expect(await call('backup', dir)).toMatchObject({ code: 1, text: expect.stringContaining('MONGODB_URL') });
});
