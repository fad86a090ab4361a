import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, uploadedMediaSchema, uploadStatusSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { chunksOf, crc32Of, sha256Of, startTestMedia } from '../support/media.ts';
import { jpeg, videoBytes } from '../support/samples.ts';

const media = useService(() => startTestMedia());

describe('an upload', () => {
  test('when all its chunks were sent, then it is in the library, and its URL returns exactly its bytes (customer 3.2; admin 3.4, 7.33, 9.5)', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(2 * CHUNK_BYTES + 1234);
    const answer = await media.upload(contestId, { bytes });
    expect(uploadedMediaSchema.parse(answer)).toMatchObject({
      contestId,
      category: 'sample',
      type: 'video',
      originalName: 'サンプル.mp4',
      contentType: 'video/mp4',
      size: bytes.length,
      sha256: sha256Of(bytes),
      url: `/media/${sha256Of(bytes)}.mp4`,
    });
    expect(await media.list(contestId, 'anonymous')).toMatchObject([{ id: answer.id, url: answer.url, displayOrder: 0 }]);

    const file = await media.call('GET', answer.url ?? '', { as: 'anonymous' });
    expect([file.status, file.headers.get('content-type'), sha256Of(file.body)]).toEqual([200, 'video/mp4', sha256Of(bytes)]);
  });

  test('when chunks arrive in any order, repeatedly, and before their form fields, then the file is the same (admin 7.31)', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(3 * CHUNK_BYTES + 7);
    const chunks = chunksOf(bytes);
    const uploadId = await media.open(contestId, { bytes });
    for (const [index, fieldsFirst] of [
      [3, true],
      [1, false],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const answer = await media.send({ contestId, uploadId, index, bytes: chunks[index]!, fieldsFirst });
      expect([answer.status, answer.body]).toEqual([
        200,
        { uploadId, chunkIndex: index, size: chunks[index]!.length, crc32: crc32Of(chunks[index]!) },
      ]);
    }
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(bytes) });
  });

  test('when chunks are missing, then complete lists them, and succeeds once they are stored (admin 7.32)', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(3 * CHUNK_BYTES);
    const chunks = chunksOf(bytes);
    const uploadId = await media.open(contestId, { bytes });
    await media.send({ contestId, uploadId, index: 1, bytes: chunks[1]! });
    const refused = await media.complete(contestId, uploadId);
    expect([refused.status, refused.body]).toEqual([409, expect.objectContaining({ code: 'UploadIncomplete', missing: [0, 2] })]);
    expect(await media.list(contestId)).toEqual([]);
    for (const index of [0, 2]) await media.send({ contestId, uploadId, index, bytes: chunks[index]! });
    expect((await media.complete(contestId, uploadId)).status).toBe(200);
  });

  test('when the service was restarted, then it knows the missing chunks, and the upload can be resumed', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(2 * CHUNK_BYTES + 1);
    const chunks = chunksOf(bytes);
    const uploadId = await media.open(contestId, { bytes });
    await media.send({ contestId, uploadId, index: 1, bytes: chunks[1]! });
    await media.restart();
    expect(uploadStatusSchema.parse(await media.status(contestId, uploadId))).toMatchObject({
      state: 'open',
      missing: [0, 2],
      media: null,
    });
    for (const index of [0, 2]) await media.send({ contestId, uploadId, index, bytes: chunks[index]! });
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(bytes) });
    expect(await media.status(contestId, uploadId)).toMatchObject({ state: 'completed', missing: [], media: { id: uploadId } });
  });

  test('when it is completed twice, and ten times concurrently, then there is one medium and every response is the same', async () => {
    const contestId = media.contest();
    const bytes = await jpeg({ width: 300, height: 200 });
    const uploadId = await media.open(contestId, { bytes, mediaType: 'image', name: '写真.jpg' });
    await media.sendAll(contestId, uploadId, bytes);
    const answers = await Promise.all(Array.from({ length: 10 }, () => media.complete(contestId, uploadId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([uploadId]));
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ id: uploadId, width: 300, height: 200 });
    expect(await media.list(contestId)).toHaveLength(1);
    const late = await media.send({ contestId, uploadId, index: 0, bytes });
    expect([late.status, late.body.code]).toEqual([409, 'UploadClosed']);
  });

  test('when it is opened again with the same request id, also concurrently, then it is the same upload (admin 3.12, 7.30)', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES + 1);
    // Without the pictures that are being made of earlier uploads.
    const uploadFiles = async () => (await media.storedFiles()).filter((name) => !name.includes('.'));
    const before = await uploadFiles();
    const init = async (changes: Record<string, unknown> = {}) => {
      const body = { ...media.initBody({ bytes }), requestId: 'd2c7b7a5-4f0e-4b57-9a80-6a0d8d1c0d7e', ...changes };
      const answer = await media.call('POST', `/api/contests/${contestId}/media/chunked-init`, { body });
      return [answer.status, answer.body.uploadId];
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => init()));
    const [first] = answers;
    for (const answer of [...answers, await init()]) expect(answer).toEqual(first);
    const uploadId = first?.[1];
    expect((await uploadFiles()).filter((name) => !before.includes(name))).toEqual([uploadId]);

    // The same request id for another file is another upload.
    expect((await init({ fileName: 'another.mp4' }))[1]).not.toBe(uploadId);
    await media.sendAll(contestId, uploadId, bytes);
    expect((await media.complete(contestId, uploadId)).status).toBe(200);
    expect(await init()).toEqual(first);
    expect((await init({ requestId: 'no uuid' }))[0]).toBe(400);
  });

  test('when it is cancelled, then nothing of it stays', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const uploadId = await media.open(contestId, { bytes });
    await media.send({ contestId, uploadId, index: 0, bytes: chunksOf(bytes)[0]! });
    expect(await media.storedFiles()).toContain(uploadId);
    expect((await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId } })).status).toBe(204);
    expect(await media.storedFiles()).not.toContain(uploadId);
    expect((await media.complete(contestId, uploadId)).body.code).toBe('UploadNotFound');
  });

  test('when its file is removed before a chunk is written, as by a concurrent cancel, then the response is UploadNotFound', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(700);
    const uploadId = await media.open(contestId, { bytes });
    await rm(join(media.dir, 'objects', uploadId.slice(0, 2), uploadId));
    const { status, body } = await media.send({ contestId, uploadId, index: 0, bytes });
    expect([status, body.code]).toEqual([404, 'UploadNotFound']);
  });
});
