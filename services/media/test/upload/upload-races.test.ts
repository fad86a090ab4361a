import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { databaseName, useService, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { completeUpload } from '../../src/domain/upload/complete-upload.ts';
import { chunksOf, sha256Of, startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const media = useService(() => startTestMedia());
let database: mongoose.Connection;
beforeAll(async () => {
  database = await mongoose.createConnection(media.backing.MONGODB_URL, { dbName: databaseName(media.backing, 'media') }).asPromise();
});
afterAll(() => database?.close());

/** Changes stored bytes as an unknown second writer would. */
const overwrite = async (uploadId: string, position: number, bytes: Buffer): Promise<void> => {
  const file = await open(join(media.dir, 'objects', uploadId.slice(0, 2), uploadId), 'r+');
  await file.write(bytes, 0, bytes.length, position);
  await file.close();
};

/** Sends the first half of a chunk and keeps the connection open. Returns a function that cuts it. */
const sendHalf = async (path: string, uploadId: string, bytes: Buffer): Promise<() => void> => {
  const head = ['uploadId', 'chunkIndex'].map(
    (name) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${name === 'uploadId' ? uploadId : '0'}\r\n`,
  );
  const form = Buffer.concat([
    Buffer.from(`${head.join('')}--b\r\ncontent-disposition: form-data; name="chunk"; filename="x"\r\n\r\n`),
    bytes.subarray(0, bytes.length / 2),
  ]);
  const sent = request(new URL(path, media.url()), {
    method: 'POST',
    headers: {
      cookie: media.cookies.admin ?? '',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': form.length + bytes.length / 2,
    },
  });
  sent.on('error', () => undefined);
  sent.write(form);
  await waitUntil(async () => (await database.collection('chunks').countDocuments({ uploadId, 'writers.0': { $exists: true } })) > 0, {
    what: 'the chunk to be written',
  });
  return () => sent.destroy();
};

describe('two bodies for one chunk', () => {
  test.each(['one process', 'two processes'])(
    'when they are sent concurrently to %s, then the file has one of them, never a mix (admin 7.31)',
    async (where) => {
      const contestId = media.contest();
      const other = where === 'two processes' ? await media.startReplica() : undefined;
      const first = videoBytes(CHUNK_BYTES);
      const second = videoBytes(CHUNK_BYTES);
      const uploadId = await media.open(contestId, { bytes: first });
      const path = `/api/contests/${contestId}/media/chunked-upload`;
      const sendTo = (url: string, bytes: Buffer) =>
        media.callAt(() => url)('POST', path, { body: media.formOf({ contestId, uploadId, index: 0, bytes }) });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, turn) => sendTo(other && turn % 2 ? other.url : media.url(), turn % 2 ? first : second)),
      );
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      for (const { status, body } of answers) expect(status === 200 || (status === 400 && body.code === 'ChunkInvalid')).toBe(true);

      // When two processes have written to the same position, the check names the chunk to send again.
      let completed = await media.complete(contestId, uploadId);
      if (completed.status === 409) {
        expect(completed.body.missing).toEqual([0]);
        await media.send({ contestId, uploadId, index: 0, bytes: first });
        completed = await media.complete(contestId, uploadId);
      }
      expect(completed.status).toBe(200);
      expect([sha256Of(first), sha256Of(second)]).toContain(completed.body.sha256);
      await other?.stop();
    },
  );

  test('when a connection stalls, then a newer one replaces it immediately', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    const cut = await sendHalf(`/api/contests/${contestId}/media/chunked-upload`, uploadId, videoBytes(CHUNK_BYTES));
    expect((await media.send({ contestId, uploadId, index: 0, bytes })).status).toBe(200);
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(bytes) });
    cut();
  });

  test('when the second one names the wrong contest, then it is refused, and the first one is not aborted', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    const cut = await sendHalf(`/api/contests/${contestId}/media/chunked-upload`, uploadId, bytes);
    expect((await media.send({ contestId: media.contest(), uploadId, index: 0, bytes })).body.code).toBe('UploadNotFound');
    expect(await database.collection('chunks').findOne({ uploadId })).toMatchObject({ writers: [expect.anything()] });
    cut();
  });

  test('when a connection is cut, then the chunk is missing, even if it was stored before, and can be sent again', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    await media.send({ contestId, uploadId, index: 0, bytes });
    const cut = await sendHalf(`/api/contests/${contestId}/media/chunked-upload`, uploadId, videoBytes(CHUNK_BYTES));
    const missing = async () =>
      (await media.call('GET', `/api/contests/${contestId}/media/chunked-status?uploadId=${uploadId}`)).body.missing;
    await waitUntil(async () => (await missing()).length > 0, { what: 'the chunk to be missing while it is received again' });
    cut();
    const refused = await media.complete(contestId, uploadId);
    expect([refused.status, refused.body.missing]).toEqual([409, [0]]);
    await media.send({ contestId, uploadId, index: 0, bytes });
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(bytes) });
  });
});

describe('cancel', () => {
  test('when a chunk is being received, then it ends and nothing of it stays', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    const cut = await sendHalf(`/api/contests/${contestId}/media/chunked-upload`, uploadId, bytes);
    expect((await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId } })).status).toBe(204);
    expect((await media.send({ contestId, uploadId, index: 0, bytes })).status).toBe(404);
    cut();
    const traces = async () => [
      ...(await media.storedFiles()).filter((name) => name === uploadId),
      ...(await database.collection('chunks').find({ uploadId }).toArray()),
    ];
    await waitUntil(async () => (await traces()).length === 0, { what: 'the chunk to be removed' });
  });
});

describe('complete', () => {
  test('when a chunk is sent again after the upload was closed, then it is refused, and the stored one stays', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(1000);
    const uploadId = await media.open(contestId, { bytes });
    await media.sendAll(contestId, uploadId, bytes);
    const close = (state: string) => database.collection('uploads').updateOne({ _id: uploadId as never }, { $set: { state } });
    const stored = () => database.collection('chunks').find({ uploadId }).toArray();
    const before = await stored();
    await close('checking');
    expect((await media.send({ contestId, uploadId, index: 0, bytes })).body.code).toBe('UploadClosed');
    expect(await stored()).toEqual(before);
    await close('open');
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(bytes) });
  });

  test('when a stored chunk does not match its checksum, then it is missing, and the medium is not listed until it is sent again', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(3 * CHUNK_BYTES);
    const uploadId = await media.open(contestId, { bytes });
    await media.sendAll(contestId, uploadId, bytes);
    await overwrite(uploadId, CHUNK_BYTES + 17, Buffer.from('mixed'));
    const refused = await media.complete(contestId, uploadId, sha256Of(bytes));
    expect([refused.status, refused.body.missing]).toEqual([409, [1]]);
    expect(await media.list(contestId)).toEqual([]);
    await media.send({ contestId, uploadId, index: 1, bytes: chunksOf(bytes)[1]! });
    expect((await media.complete(contestId, uploadId, sha256Of(bytes))).status).toBe(200);
  });

  test('when a writer of a crashed process is registered, then it waits until the lease expires and no longer', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(1000);
    const uploadId = await media.open(contestId, { bytes });
    await media.sendAll(contestId, uploadId, bytes);
    const until = new Date(Date.now() + 700);
    await database.collection('chunks').updateOne({ uploadId }, { $push: { writers: { token: 'dead', until } } as never });
    expect((await media.complete(contestId, uploadId)).status).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime());
  });

  test('when the lease of a writer has expired, then it cannot be extended', async () => {
    const { deps, stop } = await openSecondProcess({ media });
    try {
      const now = new Date();
      const write = { uploadId: 'upload-of-a-late-writer', index: 0, token: 'late' };
      const at = (ms: number): Date => new Date(now.getTime() + ms);
      await deps.chunks.beginWrite({ ...write, until: at(10_000) });
      await deps.chunks.beginWrite({ ...write, token: 'other', until: at(90_000) });
      expect(await deps.chunks.extendWrite({ ...write, now: at(9000), until: at(19_000) })).toBe(true);
      expect(await deps.chunks.extendWrite({ ...write, now: at(20_000), until: at(30_000) })).toBe(false);
      await deps.chunks.endWrite({ ...write, token: 'other' });
      expect(await deps.chunks.hasWriters({ uploadId: write.uploadId, now: at(18_000) })).toBe(true);
      expect(await deps.chunks.hasWriters({ uploadId: write.uploadId, now: at(20_000) })).toBe(false);
    } finally {
      await stop();
    }
  });

  test('when the file is refused, then nothing is logged; when the service fails, then the error is logged', async () => {
    const { deps, stop } = await openSecondProcess({ media });
    try {
      const contestId = media.contest();
      const bytes = videoBytes(CHUNK_BYTES + 1);
      const uploadId = await media.open(contestId, { bytes });
      const actor = { id: 'admin', email: 'admin@example.com', ip: '127.0.0.1' };
      const logged: unknown[] = [];
      const log: typeof deps.log = ({ err }) => logged.push(err);
      const complete = (change: Partial<typeof deps> = {}) =>
        completeUpload({ ...deps, log, ...change }, { contestId, uploadId, sha256: null, actor });
      await expect(complete()).rejects.toMatchObject({ code: 'UploadIncomplete' });
      expect(logged).toEqual([]);

      await media.sendAll(contestId, uploadId, bytes);
      for (const failure of [new Error('Disk failure'), new AppError('StorageFull')]) {
        const finish = () => Promise.reject(failure);
        await expect(complete({ storage: { ...deps.storage, finish } })).rejects.toBe(failure);
        expect(logged.splice(0)).toEqual([failure]);
      }
    } finally {
      await stop();
    }
  });

  test('when the check takes longer than the request waits, then the response is 202, and a later request returns the medium', async () => {
    const other = await startTestMedia({ settings: { checkWaitMs: 0 } });
    try {
      const contestId = other.contest();
      const bytes = videoBytes(CHUNK_BYTES + 5);
      const uploadId = await other.open(contestId, { bytes });
      await other.sendAll(contestId, uploadId, bytes);
      const early = await other.completeOnce(contestId, uploadId);
      expect([early.status, early.body]).toEqual([202, expect.objectContaining({ uploadId, missing: [] })]);
      expect((await other.complete(contestId, uploadId)).body).toMatchObject({ id: uploadId, sha256: sha256Of(bytes) });
    } finally {
      await other.stop();
    }
  });

  test('when the process crashed between the check and the library, then the next start adds the medium', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(1000);
    const { id } = await media.upload(contestId, { bytes });
    await database.collection('media').deleteOne({ _id: id as never });
    await database.collection('uploads').updateOne({ _id: id as never }, { $set: { isSettled: false } });
    expect(await media.list(contestId)).toEqual([]);
    await media.restart();
    await waitUntil(async () => (await media.list(contestId)).length === 1, { what: 'the medium to be listed' });
    expect((await media.complete(contestId, id)).body).toMatchObject({ id, sha256: sha256Of(bytes) });
  });
});
