import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, contestDeleted } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { sweep } from '../../src/domain/sweep/sweep.ts';
import { chunksOf, startTestMedia, type TestMedia } from '../support/media.ts';
import { jpeg, videoBytes } from '../support/samples.ts';
import { openSecondProcess } from '../support/second-process.ts';

const DAY_MS = 86_400_000;
let media: TestMedia | undefined;
afterEach(() => media?.stop());

const deletedEvent = (contestId: string) => createEvent(contestDeleted, { contestId, name: '大会', deletedAt: new Date().toISOString() });

describe('a deleted contest', () => {
  test('when the event arrives, also repeatedly, then its media and uploads are removed; other contests and finished videos stay', async () => {
    const service = await startTestMedia();
    media = service;
    const contestId = service.contest();
    const other = service.contest();
    const kept = await service.upload(other, { bytes: videoBytes(500) });
    const finished = await service.upload(contestId, { bytes: videoBytes(500), category: 'finished', lineId: '12345678-01' });
    const picture = await service.upload(contestId, {
      bytes: await jpeg({ width: 800, height: 600 }),
      mediaType: 'image',
      category: 'cover-image',
    });
    await service.processed(contestId, picture.id);
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const uploadId = await service.open(contestId, { bytes });
    await service.send({ contestId, uploadId, index: 0, bytes: chunksOf(bytes)[0]! });

    const event = deletedEvent(contestId);
    await service.probe.publish(event);
    await service.probe.publish(event);
    await service.probe.publishRaw('contest.deleted', '{"no":"event"}');
    await service.probe.publish(deletedEvent(contestId));
    await waitUntil(async () => (await service.storedFiles()).length === 2, { what: 'the bytes to be removed' });
    expect((await service.storedFiles()).sort()).toEqual([kept.id, finished.id].sort());
    expect([await service.list(contestId), (await service.list(other)).length]).toEqual([[], 1]);
    await waitUntil(async () => (await service.probe.deadLetters('media.contests')) === 1, { what: 'the poison message' });

    expect((await service.send({ contestId, uploadId, index: 1, bytes: chunksOf(bytes)[1]! })).status).toBe(404);
    expect(
      (await service.call('POST', `/api/contests/${contestId}/media/chunked-init`, { body: service.initBody({ bytes }) })).status,
    ).toBe(404);
  });
});

describe('the sweep', () => {
  test('when an upload was untouched for seven days, then it is removed; recent and touched uploads and media stay', async () => {
    let time = new Date();
    const service = await startTestMedia({ now: () => time, settings: { sweepEveryMs: 200 } });
    media = service;
    const contestId = service.contest();
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const complete = await service.upload(contestId, { bytes: videoBytes(500) });
    const stale = await service.open(contestId, { bytes });
    const touched = await service.open(contestId, { bytes });
    const checked = await service.open(contestId, { bytes });
    for (const uploadId of [stale, touched, checked]) await service.send({ contestId, uploadId, index: 0, bytes: chunksOf(bytes)[0]! });
    time = new Date(time.getTime() + 6 * DAY_MS);
    await service.send({ contestId, uploadId: touched, index: 0, bytes: chunksOf(bytes)[0]! });
    expect((await service.completeOnce(contestId, checked)).body.code).toBe('UploadIncomplete');
    const young = await service.open(contestId, { bytes });
    await service.send({ contestId, uploadId: young, index: 0, bytes: chunksOf(bytes)[0]! });
    time = new Date(time.getTime() + 1.5 * DAY_MS);
    await waitUntil(async () => !(await service.storedFiles()).includes(stale), { what: 'the stale upload to be removed' });
    expect((await service.storedFiles()).sort()).toEqual([complete.id, touched, checked, young].sort());
    expect((await service.call('GET', `/api/contests/${contestId}/media/chunked-status?uploadId=${stale}`)).body.code).toBe(
      'UploadNotFound',
    );
    expect(await service.list(contestId)).toHaveLength(1);
  });

  test('when nothing of an upload was received within an hour, then it is removed and its space is free; one with a chunk stays', async () => {
    let time = new Date();
    const settings = { sweepEveryMs: 200, MEDIA_QUOTA_BYTES: String(3 * CHUNK_BYTES) };
    const service = await startTestMedia({ now: () => time, settings });
    media = service;
    const contestId = service.contest();
    const bytes = videoBytes(CHUNK_BYTES + 1);
    const init = () => service.call('POST', `/api/contests/${contestId}/media/chunked-init`, { body: service.initBody({ bytes }) });
    const opened = (await init()).body;
    expect(Date.parse(opened.expiresAt)).toBe(time.getTime() + 3_600_000);
    const begun = await service.open(contestId, { bytes });
    await service.send({ contestId, uploadId: begun, index: 0, bytes: chunksOf(bytes)[0]! });
    expect((await init()).body.code).toBe('StorageQuotaExceeded');
    time = new Date(time.getTime() + 3_600_001);
    await waitUntil(async () => (await init()).status === 201, { what: 'the space to be free again' });
    expect(await service.storedFiles()).toContain(begun);
    expect(await service.storedFiles()).not.toContain(opened.uploadId);
    expect(Date.parse((await service.status(contestId, begun)).expiresAt)).toBeGreaterThan(time.getTime() + 6 * DAY_MS);
  });

  test('when an upload is both stale and never begun, then it is listed once', async () => {
    const service = await startTestMedia({ settings: { sweepEveryMs: 3_600_000 } });
    media = service;
    const contestId = service.contest();
    const bytes = videoBytes(500);
    const id = await service.open(contestId, { bytes });
    const listedAfter = async (ms: number) => {
      const { deps, stop } = await openSecondProcess({ media: service, now: () => new Date(Date.now() + ms) });
      try {
        return (await sweep(deps, { isDryRun: true })).swept.filter(({ what }) => what === 'stale upload');
      } finally {
        await stop();
      }
    };
    expect(await listedAfter(2 * 3_600_000)).toMatchObject([{ id, why: 'never begun', bytes: bytes.length }]);
    expect(await listedAfter(8 * DAY_MS)).toMatchObject([{ id, why: 'abandoned by its client', bytes: bytes.length }]);
  });

  test('when bytes are orphaned for longer than a day, then they are removed; recent ones and those of uploads and media stay', async () => {
    const service = await startTestMedia();
    media = service;
    const contestId = service.contest();
    const complete = await service.upload(contestId, { bytes: videoBytes(500) });
    const open = await service.open(contestId, { bytes: videoBytes(500) });
    const pathOf = (key: string) => join(service.dir, 'objects', key.slice(0, 2), key);
    await mkdir(join(service.dir, 'objects', 'or'));
    for (const key of ['orphan-old-1', 'orphan-young']) await writeFile(pathOf(key), 'x');
    const longAgo = new Date(Date.now() - 2 * DAY_MS);
    await utimes(pathOf('orphan-old-1'), longAgo, longAgo);
    for (const id of [complete.id, open]) await utimes(pathOf(id), longAgo, longAgo);
    await service.restart();
    await waitUntil(async () => !(await service.storedFiles()).includes('orphan-old-1'), { what: 'the orphan to be removed' });
    expect((await service.storedFiles()).sort()).toEqual([complete.id, open, 'orphan-young'].sort());
  });
});
