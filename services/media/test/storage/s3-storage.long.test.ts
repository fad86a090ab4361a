import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { CHUNK_BYTES, contestDeleted } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { useQuotas } from '../support/claims.ts';
import { claimedVideo, codeOf } from '../support/downloads.ts';
import { chunksOf, sha256Of, startTestMedia } from '../support/media.ts';
import { findS3Server, startS3Server } from '../support/s3-server.ts';
import { jpeg, playableVideo, videoBytes } from '../support/samples.ts';
import { describeUnless, testUnless } from '../support/test-unless.ts';

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

const { program, reason } = await findS3Server();
const describeWithS3 = describeUnless(reason ?? false);
const playable = await playableVideo({ width: 180, height: 320, seconds: 2 });
const testWithFfmpeg = testUnless(!playable && 'ffmpeg is not installed');

describeWithS3('with an S3-compatible store', () => {
  let clockOffset = 0;
  const s3 = useService(() => startS3Server(program!));
  const media = useService(() => {
    const settings = { ...s3.env, orphanAfterMs: 0, sweepEveryMs: 3_600_000 };
    return startTestMedia({ settings, now: () => new Date(Date.now() + clockOffset) });
  });
  const { closed, stalled } = useQuotas(media);

  /** The keys of objects and open uploads that belong to some ids. */
  const keysOf = async (ids: readonly string[]): Promise<(string | undefined)[]> => {
    const { objects, uploads } = await s3.contents();
    return [...objects, ...uploads].filter((key) => ids.some((id) => key?.startsWith(id)));
  };
  /** An upload with two chunks of which the first was received. */
  const halfUploaded = async (contestId: string) => {
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const uploadId = await media.open(contestId, { bytes });
    const [first, last] = chunksOf(bytes) as [Buffer, Buffer];
    await media.send({ contestId, uploadId, index: 0, bytes: first });
    return { uploadId, bytes, last };
  };

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
    expect(uploaded).toMatchObject({ width: 180, height: 320, durationSeconds: 2 });
  });

  test('when others use the same bucket, then the sweep only removes its own keys under its own prefix', async () => {
    const Bucket = 'shared';
    const { client } = s3;
    const settings = { ...s3.env, S3_BUCKET: Bucket, S3_PREFIX: 'shop/', orphanAfterMs: 0, sweepEveryMs: 3_600_000 };
    const service = await startTestMedia({ settings });
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
      const other = await service.startReplica({ NAMESPACE: `${service.backing.NAMESPACE}-other` });
      const ready = await (await fetch(new URL('/readyz', other.url))).text();
      await other.stop();
      expect(ready).toContain('belongs to another database');
      expect(await keys()).toContain(`shop/${id}`);
    } finally {
      await service.stop();
    }
  });

  test('when a download is cut, then the unsent bytes are released, and twice the size is sent in all', async () => {
    const size = 24 * MIB;
    const video = await claimedVideo({ media, size });
    let counted = 0;
    const holdFor = async (): Promise<void> => {
      counted = (await stalled(video.claimId)).used;
    };
    const cut = await video.get({ stopAfter: 100_000, holdFor });
    const { used } = await closed(video.claimId);
    expect(used).toBeLessThan(counted);
    expect(used).toBeGreaterThanOrEqual(cut.bytes.length);

    const rest = await video.get({ range: `bytes=${cut.bytes.length}-` });
    expect([rest.status, Buffer.concat([cut.bytes, rest.bytes]).equals(video.bytes)]).toEqual([206, true]);
    const remaining = 2 * size - used - rest.bytes.length;
    expect((await video.get({ range: `bytes=0-${remaining - 1}` })).bytes.equals(video.bytes.subarray(0, remaining))).toBe(true);
    expect(codeOf(await video.get({ range: 'bytes=0-0' }))).toBe('DownloadBytesSpent');
  });

  testWithFfmpeg('when a finished video is uploaded, then its preview is made from the stored object and stored', async () => {
    const video = await claimedVideo({ media, bytes: playable! });
    const { previewUrl } = await waitUntil(
      async () => {
        const [found] = await video.finishedVideos([video.mediaId]);
        return found?.isPreviewComing === false && found;
      },
      { what: 'the preview', timeoutMs: 60_000 },
    );
    const preview = await video.request(previewUrl ?? '', { cookie: '' });
    expect([preview.status, preview.headers['content-type'], preview.bytes.subarray(4, 8).toString()]).toEqual([200, 'video/mp4', 'ftyp']);
    const part = await video.request(previewUrl ?? '', { cookie: '', range: 'bytes=100-199' });
    expect([part.status, part.bytes.equals(preview.bytes.subarray(100, 200))]).toEqual([206, true]);
    const madeFile = expect.stringMatching(`^${video.mediaId}\\.`);
    // The video, its preview and its still.
    expect(await keysOf([video.mediaId])).toEqual([video.mediaId, madeFile, madeFile]);
    // The temporary copy for ffmpeg is removed.
    expect(await readdir(join(media.dir, 'spool'))).toEqual([]);
  });

  test('when a contest is deleted, then its objects and open uploads are removed; finished videos and other contests stay', async () => {
    const [contestId, other] = [media.contest(), media.contest()];
    const picture = await media.upload(contestId, { bytes: await jpeg({ width: 700, height: 500 }), mediaType: 'image' });
    const { variants } = await media.processed(contestId, picture.id);
    const { uploadId } = await halfUploaded(contestId);
    const kept = await media.upload(other, { bytes: videoBytes(500) });
    const finished = await media.upload(contestId, { bytes: videoBytes(500), category: 'finished', lineId: '12345678-01' });
    expect(await keysOf([picture.id, uploadId])).toHaveLength(1 + variants.length + 1);

    await media.probe.publish(createEvent(contestDeleted, { contestId, name: '大会', deletedAt: new Date().toISOString() }));
    await waitUntil(async () => (await keysOf([picture.id, uploadId])).length === 0, { what: 'the objects to be removed' });
    expect((await keysOf([kept.id, finished.id])).sort()).toEqual([kept.id, finished.id].sort());
    expect(await media.list(contestId)).toEqual([]);
  });

  test('when it is swept, then orphaned objects and stale uploads are removed; media and recent uploads stay', async () => {
    const contestId = media.contest();
    const stale = await halfUploaded(contestId);
    const complete = await media.upload(contestId, { bytes: videoBytes(500) });
    const [object, begun] = [randomUUID(), randomUUID()];
    const Bucket = s3.env.S3_BUCKET;
    await s3.client.send(new PutObjectCommand({ Bucket, Key: object, Body: 'x' }));
    await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key: begun }));
    clockOffset = 8 * DAY_MS;
    const young = await halfUploaded(contestId);
    const useless = [stale.uploadId, object, begun];
    expect((await keysOf(useless)).sort()).toEqual(useless.sort());

    await media.restart();
    await waitUntil(async () => (await keysOf(useless)).length === 0, { what: 'the useless objects to be removed' });
    expect((await keysOf([complete.id, young.uploadId])).sort()).toEqual([complete.id, young.uploadId].sort());
    await media.send({ contestId, uploadId: young.uploadId, index: 1, bytes: young.last });
    expect((await media.complete(contestId, young.uploadId)).status).toBe(200);
  });
});
