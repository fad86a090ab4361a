import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '@stagereel/contracts';
import { chunksOf, startTestMedia, type TestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { testUnless } from '../support/test-unless.ts';

/** A real disk of a few MiB; undefined when this user may not mount one. */
const smallDisk = async (mib: number) => {
  const dir = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', dir);
  } catch {
    await rm(dir, { recursive: true });
    return undefined;
  }
  const filler = join(dir, 'filler');
  return {
    dir,
    fill: async (size: number) => run('fallocate', '-l', `${size}M`, filler),
    free: () => rm(filler),
    remove: async () => {
      run('umount', dir);
      await rm(dir, { recursive: true });
    },
  };
};
const disk = await smallDisk(12);
const testWithSmallDisk = testUnless(!disk && 'this user cannot mount a small disk to fill up');
afterAll(() => disk?.remove());

let media: TestMedia | undefined;
afterEach(() => media?.stop());

const init = (service: TestMedia, contestId: string, size: number) =>
  service.call('POST', `/api/contests/${contestId}/media/chunked-init`, { body: service.initBody({ bytes: Buffer.alloc(size) }) });

describe('the storage quota', () => {
  test('when a file does not fit, then it is refused in Japanese and nothing is left; after a deletion the next one fits', async () => {
    media = await startTestMedia({ settings: { MEDIA_QUOTA_BYTES: '10000' } });
    const contestId = media.contest();
    const { id } = await media.upload(contestId, { bytes: videoBytes(6000) });
    const refused = await init(media, contestId, 4001);
    expect([refused.status, refused.body.code]).toEqual([507, 'StorageQuotaExceeded']);
    expect(refused.body.message).toContain('保存できる容量の上限');
    expect(await media.storedFiles()).toEqual([id]);
    await media.call('DELETE', `/api/media/${id}`);
    expect((await init(media, contestId, 4001)).status).toBe(201);
  });

  test('when many uploads are opened concurrently, then they never exceed the limit', async () => {
    media = await startTestMedia({ settings: { MEDIA_QUOTA_BYTES: '10000' } });
    const contestId = media.contest();
    const service = media;
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await init(service, contestId, 4000)).status));
    const accepted = statuses.filter((status) => status === 201).length;
    expect(accepted).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status === 507)).toHaveLength(10 - accepted);
    expect(await media.storedFiles()).toHaveLength(accepted);
  });
});

describe('the disk', () => {
  test('when it has too little free space, then the file is refused in Japanese and nothing is left', async () => {
    media = await startTestMedia({ settings: { reserveBytes: 2 ** 52 } });
    const refused = await init(media, media.contest(), 1000);
    expect([refused.status, refused.body.code]).toEqual([507, 'StorageFull']);
    expect(refused.body.message).toContain('空き容量');
    expect(await media.storedFiles()).toEqual([]);
  });

  testWithSmallDisk('when many uploads are opened concurrently, then they never exceed the limit', async () => {
    media = await startTestMedia({ settings: { MEDIA_DIR: disk!.dir } });
    const contestId = media.contest();
    const service = media;
    const answers = await Promise.all(Array.from({ length: 8 }, () => init(service, contestId, CHUNK_BYTES)));
    const accepted = answers.filter(({ status }) => status === 201);
    // Two fit on a disk of 12 MiB.
    expect(accepted.length).toBeLessThanOrEqual(2);
    expect(answers.filter(({ body }) => body.code === 'StorageFull')).toHaveLength(8 - accepted.length);
    const entries = await readdir(join(disk!.dir, 'objects'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(files.sort()).toEqual(accepted.map(({ body }) => body.uploadId).sort());
    for (const { body } of accepted) {
      await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId: body.uploadId } });
    }
  });

  testWithSmallDisk('when half of an upload is stored, then that half is not counted twice', async () => {
    media = await startTestMedia({ settings: { MEDIA_DIR: disk!.dir } });
    const contestId = media.contest();
    const bytes = videoBytes(2 * CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    const MIB = 1024 * 1024;
    expect((await init(media, contestId, 3 * MIB)).body.code).toBe('StorageFull');
    await media.send({ contestId, uploadId, index: 0, bytes: chunksOf(bytes)[0]! });
    // Of 12 MiB, five are stored and five are reserved.
    expect((await init(media, contestId, 3 * MIB)).body.code).toBe('StorageFull');
    const fitting = await init(media, contestId, MIB);
    expect(fitting.status).toBe(201);
    // The next test needs an empty disk.
    for (const id of [uploadId, fitting.body.uploadId]) {
      await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId: id } });
    }
    expect(await media.storedFiles()).toEqual([]);
  });

  testWithSmallDisk(
    'when it fills up during an upload, then the chunk is refused and missing, and the upload can be resumed once there is space',
    async () => {
      const { dir, fill, free } = disk!;
      media = await startTestMedia({ settings: { MEDIA_DIR: dir } });
      const contestId = media.contest();
      const bytes = videoBytes(2 * CHUNK_BYTES);
      const uploadId = await media.open(contestId, { bytes });
      await fill(8);
      const answers = [];
      for (const [index, chunk] of chunksOf(bytes).entries()) answers.push(await media.send({ contestId, uploadId, index, bytes: chunk }));
      expect(answers.map(({ status, body }) => [status, body.code])).toContainEqual([507, 'StorageFull']);
      expect((await media.status(contestId, uploadId)).missing).not.toEqual([]);
      await free();
      await media.sendAll(contestId, uploadId, bytes);
      expect((await media.complete(contestId, uploadId)).status).toBe(200);
    },
  );
});
