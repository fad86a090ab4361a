import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { chunksOf, sha256Of, startTestMedia, type TestMedia } from './support/media.ts';
import { findS3Server, type S3Server, startS3Server } from './support/s3-server.ts';
import { jpeg, playableVideo, videoBytes } from './support/samples.ts';
import { describeUnless, testUnless } from './support/test-unless.ts';

const { program, reason } = await findS3Server();
const describeWithS3 = describeUnless(reason ?? false);
const film = await playableVideo({ width: 180, height: 320, seconds: 1 });
const testWithFfmpeg = testUnless(!film && 'there is no ffmpeg that could make the video');

describeWithS3('with an S3-compatible store', () => {
  let s3: S3Server;
  let media: TestMedia;
  beforeAll(async () => {
    s3 = await startS3Server(program!);
    media = await startTestMedia({ env: { ...s3.env, ORPHAN_AFTER_SECONDS: '0', MEDIA_SWEEP_EVERY_SECONDS: '3600' } });
  }, 120_000);
  afterAll(async () => {
    await media?.stop();
    await s3?.stop();
  });

  test('when chunks come in any order, again and after a restart, the object is the file, whole and in ranges', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(2 * CHUNK_BYTES + 1234);
    const chunks = chunksOf(bytes);
    const uploadId = await media.open(contestId, { bytes });
    for (const index of [2, 0, 2]) expect((await media.send({ contestId, uploadId, index, bytes: chunks[index]! })).status).toBe(200);
    await media.restart();
    const refused = await media.complete(contestId, uploadId);
    expect([refused.status, refused.body.missing]).toEqual([409, [1]]);
    await media.send({ contestId, uploadId, index: 1, bytes: chunks[1]! });
    const { url } = (await media.complete(contestId, uploadId, sha256Of(bytes))).body;
    expect(sha256Of((await media.call('GET', url)).body)).toBe(sha256Of(bytes));
    const part = await media.call('GET', url, { headers: { range: `bytes=${CHUNK_BYTES - 5}-${CHUNK_BYTES + 5}` } });
    expect([part.status, part.body.equals(bytes.subarray(CHUNK_BYTES - 5, CHUNK_BYTES + 6))]).toEqual([206, true]);
    expect((await s3.contents()).uploads).not.toContain(uploadId);
  });

  test('when a chunk is sent a second time with other bytes, the later ones are in the file', async () => {
    const contestId = media.contest();
    const [first, second] = [videoBytes(CHUNK_BYTES + 1), videoBytes(CHUNK_BYTES + 1)];
    const uploadId = await media.open(contestId, { bytes: first });
    await media.sendAll(contestId, uploadId, first);
    await media.send({ contestId, uploadId, index: 0, bytes: chunksOf(second)[0]! });
    const expected = Buffer.concat([chunksOf(second)[0]!, chunksOf(first)[1]!]);
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(expected) });
  });

  test('when an upload is cancelled or refused, nothing of it stays in the store', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const cancelled = await media.open(contestId, { bytes });
    await media.send({ contestId, uploadId: cancelled, index: 0, bytes: chunksOf(bytes)[0]! });
    expect((await s3.contents()).uploads).toContain(cancelled);
    await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId: cancelled } });

    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const refused = await media.open(contestId, { bytes: html });
    await media.sendAll(contestId, refused, html);
    expect((await media.complete(contestId, refused)).body.code).toBe('FileTypeRefused');
    const { objects, uploads } = await s3.contents();
    for (const id of [cancelled, refused]) expect([...objects, ...uploads]).not.toContain(id);
  });

  test('when the store knows nothing of an upload any more, as by a cancel beside it, then its chunk is refused as not found', async () => {
    const contestId = media.contest();
    const bytes = videoBytes(700);
    const Key = await media.open(contestId, { bytes });
    const Bucket = s3.env.S3_BUCKET;
    const { Uploads = [] } = await s3.client.send(new ListMultipartUploadsCommand({ Bucket }));
    const UploadId = Uploads.find((upload) => upload.Key === Key)?.UploadId;
    await s3.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    const { status, body } = await media.send({ contestId, uploadId: Key, index: 0, bytes });
    expect([status, body.code]).toEqual([404, 'UploadNotFound']);
  });

  test('when a picture is uploaded, its web-sized ones lie in the store; when it is deleted, all of it goes', async () => {
    const contestId = media.contest();
    const { id } = await media.upload(contestId, { bytes: await jpeg({ width: 700, height: 500 }), mediaType: 'image' });
    const { variants } = await media.processed(contestId, id);
    expect((await media.call('GET', variants[0]?.url ?? '')).headers.get('content-type')).toBe('image/webp');
    const objectsOf = async () => (await s3.contents()).objects.filter((key) => key?.startsWith(id));
    expect(await objectsOf()).toHaveLength(1 + variants.length);
    await media.call('DELETE', `/api/media/${id}`);
    await waitUntil(async () => (await objectsOf()).length === 0, { what: 'the objects to go' });
  });

  testWithFfmpeg('when a finished video is complete, then it has been read from the store', async () => {
    const uploaded = await media.upload(media.contest(), { bytes: film!, category: 'finished', lineId: '12345678-01' });
    expect(uploaded).toMatchObject({ width: 180, height: 320, durationSeconds: 1 });
  });

  test('when others keep theirs in the same bucket, then the sweep goes by its own keys under its own prefix', async () => {
    const Bucket = 'shared';
    const { client } = s3;
    const env = { ...s3.env, S3_BUCKET: Bucket, S3_PREFIX: 'shop/', ORPHAN_AFTER_SECONDS: '0', MEDIA_SWEEP_EVERY_SECONDS: '3600' };
    const service = await startTestMedia({ env });
    try {
      const bytes = videoBytes(700);
      const { id, url } = await service.upload(service.contest(), { bytes });
      const [orphan, begun] = [randomUUID(), randomUUID()];
      const foreign = [randomUUID(), 'shop/notes.txt', 'backups/monday.tar'];
      for (const Key of [...foreign, `shop/${orphan}`]) await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
      const foreignUploads = [begun, 'shop/film.mp4'];
      for (const Key of [...foreignUploads, `shop/${begun}`]) await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const keys = async () => (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key).sort();
      const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key).sort();

      await service.restart();
      await waitUntil(async () => !(await uploads())?.includes(`shop/${begun}`), { what: 'the upload that nobody knows to go' });
      expect(await keys()).toEqual([...foreign, `shop/${id}`, 'shop/storage.json'].sort());
      expect(await uploads()).toEqual(foreignUploads.sort());
      expect(sha256Of((await service.call('GET', url ?? '')).body)).toBe(sha256Of(bytes));

      // Another shop in the same place.
      const other = await service.startReplica({ MONGODB_DATABASE: `${service.backing.MONGODB_DATABASE}-other` });
      const ready = await (await fetch(new URL('/readyz', other.url))).text();
      await other.stop();
      expect(ready).toContain('belongs to another database');
      expect(await keys()).toContain(`shop/${id}`);
    } finally {
      await service.stop();
    }
  });
});
