import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { CHUNK_BYTES } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { chunksOf, sha256Of, startTestMedia } from '../support/media.ts';
import { findS3Server, startS3Server } from '../support/s3-server.ts';
import { jpeg, playableVideo, videoBytes } from '../support/samples.ts';
import { describeUnless, testUnless } from '../support/test-unless.ts';

const { program, reason } = await findS3Server();
const describeWithS3 = describeUnless(reason ?? false);
const playable = await playableVideo({ width: 180, height: 320, seconds: 1 });
const testWithFfmpeg = testUnless(!playable && 'ffmpeg is not installed');

describeWithS3('with an S3-compatible store', () => {
  const s3 = useService(() => startS3Server(program!));
  const media = useService(() => startTestMedia({ env: { ...s3.env, ORPHAN_AFTER_SECONDS: '0', MEDIA_SWEEP_EVERY_SECONDS: '3600' } }));

  test('when chunks arrive in any order, repeatedly and after a restart, then the object is the file, whole and in ranges', async () => {
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

  test('when a chunk is sent again with other bytes, then the file has the later ones', async () => {
    const contestId = media.contest();
    const [first, second] = [videoBytes(CHUNK_BYTES + 1), videoBytes(CHUNK_BYTES + 1)];
    const uploadId = await media.open(contestId, { bytes: first });
    await media.sendAll(contestId, uploadId, first);
    await media.send({ contestId, uploadId, index: 0, bytes: chunksOf(second)[0]! });
    const expected = Buffer.concat([chunksOf(second)[0]!, chunksOf(first)[1]!]);
    expect((await media.complete(contestId, uploadId)).body).toMatchObject({ sha256: sha256Of(expected) });
  });

  test('when an upload is cancelled or refused, then nothing of it stays in the store', async () => {
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

  test('when the upload was aborted in the store, as by a concurrent cancel, then its chunk is refused as not found', async () => {
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

  test('when a picture is uploaded, then its variants are stored; when it is deleted, then all its objects are removed', async () => {
    const contestId = media.contest();
    const { id } = await media.upload(contestId, { bytes: await jpeg({ width: 700, height: 500 }), mediaType: 'image' });
    const { variants } = await media.processed(contestId, id);
    expect((await media.call('GET', variants[0]?.url ?? '')).headers.get('content-type')).toBe('image/webp');
    const objectsOf = async () => (await s3.contents()).objects.filter((key) => key?.startsWith(id));
    expect(await objectsOf()).toHaveLength(1 + variants.length);
    await media.call('DELETE', `/api/media/${id}`);
    await waitUntil(async () => (await objectsOf()).length === 0, { what: 'the objects to be removed' });
  });

  testWithFfmpeg('when a finished video is complete, then its metadata was read from the store', async () => {
    const uploaded = await media.upload(media.contest(), { bytes: playable!, category: 'finished', lineId: '12345678-01' });
    expect(uploaded).toMatchObject({ width: 180, height: 320, durationSeconds: 1 });
  });

  test('when others use the same bucket, then the sweep only removes its own keys under its own prefix', async () => {
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
      const foreignUploads = [begun, 'shop/video.mp4'];
      for (const Key of [...foreignUploads, `shop/${begun}`]) await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const keys = async () => (await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Key }) => Key).sort();
      const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key).sort();

      await service.restart();
      await waitUntil(async () => !(await uploads())?.includes(`shop/${begun}`), { what: 'the orphaned upload to be removed' });
      expect(await keys()).toEqual([...foreign, `shop/${id}`, 'shop/storage.json'].sort());
      expect(await uploads()).toEqual(foreignUploads.sort());
      expect(sha256Of((await service.call('GET', url ?? '')).body)).toBe(sha256Of(bytes));

      // A service with another database uses the same bucket and prefix.
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
