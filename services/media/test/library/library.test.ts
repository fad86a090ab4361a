import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { type coverChanged, type EventData, type Media, mediaListSchema, mediaSchema } from '@stagereel/contracts';
import { databaseName, useService, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { startTestMedia } from '../support/media.ts';
import { jpeg, playableVideo, videoBytes } from '../support/samples.ts';
import { testUnless } from '../support/test-unless.ts';

const video = await playableVideo({ width: 320, height: 568, seconds: 2 });
const testWithFfmpeg = testUnless(!video && 'ffmpeg is not installed');

const media = useService(() => startTestMedia({ settings: { processingRetryMs: 500 } }));

const picture = async (contestId: string, { width = 600, height = 400, category = 'sample' } = {}) =>
  media.upload(contestId, { bytes: await jpeg({ width, height }), mediaType: 'image', name: '写真.jpg', category });
const waitForAudit = (action: string, id: string) =>
  media.probe.waitFor('admin.acted', ({ data }) => {
    const found = data as { action: string; target: { id: string } };
    return found.action === action && found.target.id === id;
  });

describe('the list', () => {
  test('when the contest is not published, then only admins see its media (customer 3.2, 7.8; admin 7.24)', async () => {
    const contestId = media.contest({ published: false });
    await media.upload(contestId, { bytes: videoBytes(500) });
    for (const as of ['anonymous', 'customer'] as const) {
      expect((await media.call('GET', `/api/contests/${contestId}/media`, { as })).status).toBe(404);
    }
    expect(mediaListSchema.parse(await media.list(contestId))).toHaveLength(1);
  });

  test('when the contest is unknown or its id malformed, then the response is 404 or 400', async () => {
    expect((await media.call('GET', '/api/contests/nobody/media')).status).toBe(404);
    expect((await media.call('GET', `/api/contests/${encodeURIComponent('{"$ne":null}')}/media`)).status).toBe(400);
  });

  test('when media are reordered, then they are listed in the new order, and the audit log has an entry (admin 2.34, 3.4, 7.25)', async () => {
    const contestId = media.contest();
    const ids: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) ids.push((await media.upload(contestId, { bytes: videoBytes(500) })).id);
    expect((await media.list(contestId)).map(({ displayOrder }) => displayOrder)).toEqual([0, 1, 2]);
    const [a = '', b = '', c = ''] = ids;
    for (const [id, displayOrder] of [
      [c, 0],
      [a, 1],
      [b, 2],
    ] as const) {
      const answer = await media.call('PATCH', `/api/media/${id}`, { body: { displayOrder } });
      expect(mediaSchema.parse(answer.body)).toMatchObject({ id, displayOrder });
    }
    expect((await media.list(contestId, 'anonymous')).map(({ id }) => id)).toEqual([c, a, b]);
    await waitForAudit('media.uploaded', a);
    await waitForAudit('media.reordered', c);
    for (const displayOrder of [-1, 1.5, '1', 1e9]) {
      expect((await media.call('PATCH', `/api/media/${a}`, { body: { displayOrder } })).status).toBe(400);
    }
    expect((await media.call('PATCH', '/api/media/nobody', { body: { displayOrder: 1 } })).status).toBe(404);
  });

  test('when a medium is deleted, then its record and all its bytes are removed once (admin 2.34, 7.26)', async () => {
    const contestId = media.contest();
    const { id } = await picture(contestId);
    await media.processed(contestId, id);
    expect((await media.storedFiles()).filter((name) => name.startsWith(id)).length).toBeGreaterThan(1);
    const answers = await Promise.all([1, 2, 3].map(() => media.call('DELETE', `/api/media/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(await media.list(contestId)).toEqual([]);
    expect((await media.storedFiles()).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await media.complete(contestId, id)).status).toBe(404);
    await waitForAudit('media.deleted', id);
  });
});

describe('background processing', () => {
  test('when a picture is uploaded, then it gets variants that are not larger and have no camera metadata', async () => {
    const contestId = media.contest();
    const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { id, processing } = await media.upload(contestId, { bytes, mediaType: 'image' });
    expect(processing).toBe('pending');
    const { variants, ...made } = await media.processed(contestId, id);
    expect(made).toMatchObject({ processing: 'ready', width: 1200, height: 800, posterUrl: null });
    expect(variants.map(({ width, height }) => [width, height])).toEqual([
      [480, 320],
      [960, 640],
      [1200, 800],
    ]);
    const largest = await media.call('GET', variants.at(-1)?.url ?? '', { as: 'anonymous' });
    expect([largest.status, largest.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(largest.body.includes('SecretCamera')).toBe(false);
  });

  test('when a picture has an orientation, then its size and variants are as displayed', async () => {
    const contestId = media.contest();
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { id } = await media.upload(contestId, { bytes, mediaType: 'image' });
    const made = await media.processed(contestId, id);
    expect([made.width, made.height, made.variants.at(-1)]).toEqual([400, 600, expect.objectContaining({ width: 400, height: 600 })]);
  });

  test('when a picture is truncated, then it is refused, and the cover stays', async () => {
    const contestId = media.contest();
    const cover = await picture(contestId, { category: 'cover-image' });
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#fff', noise } })
      .jpeg()
      .toBuffer();
    const bytes = whole.subarray(0, whole.length / 2);
    const uploadId = await media.open(contestId, { bytes, mediaType: 'image', category: 'cover-image' });
    await media.sendAll(contestId, uploadId, bytes);
    const { status, body } = await media.complete(contestId, uploadId);
    expect([status, body.code]).toEqual([400, 'ImageUnreadable']);
    expect((await media.list(contestId)).map(({ id }) => id)).toEqual([cover.id]);
    expect((await media.storedFiles()).filter((name) => name.startsWith(uploadId))).toEqual([]);
  });

  testWithFfmpeg(
    'when a video is uploaded, then it gets a poster, its size and duration; an unreadable one is kept without them',
    async () => {
      const contestId = media.contest();
      const { id } = await media.upload(contestId, { bytes: video! });
      const unreadable = await media.upload(contestId, { bytes: videoBytes(5000) });
      const made = await media.processed(contestId, id);
      expect(made).toMatchObject({ processing: 'ready', width: 320, height: 568, durationSeconds: expect.closeTo(2, 0) });
      expect(made.variants).toEqual([{ url: made.posterUrl, width: 320, height: 568 }]);
      expect((await media.call('GET', made.posterUrl ?? '')).headers.get('content-type')).toBe('image/webp');
      expect(await media.processed(contestId, unreadable.id)).toMatchObject({ processing: 'ready', posterUrl: null, width: null });
    },
  );
});

describe('the cover of a contest', () => {
  const events = (contestId: string) =>
    media.probe
      .ofType('cover.changed')
      .map(({ data }) => data as EventData<typeof coverChanged>)
      .filter((data) => data.contestId === contestId);
  const lastCover = (contestId: string, coverImage: string | null) =>
    waitUntil(() => events(contestId).at(-1)?.coverImage === coverImage, { what: `the cover ${coverImage}` });
  const webSized = ({ variants }: Media) => variants.at(-1)?.url ?? '';

  test('when covers are added and deleted, then events with increasing revisions name the newest one (admin 1.2, 7.43)', async () => {
    const contestId = media.contest();
    const first = await picture(contestId, { category: 'cover-image' });
    await lastCover(contestId, webSized(await media.processed(contestId, first.id)));
    const second = await picture(contestId, { category: 'cover-image' });
    await lastCover(contestId, webSized(await media.processed(contestId, second.id)));
    await media.call('DELETE', `/api/media/${second.id}`);
    await lastCover(contestId, webSized(await media.processed(contestId, first.id)));
    await media.call('DELETE', `/api/media/${first.id}`);
    await lastCover(contestId, null);
    const revisions = events(contestId).map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map((_, index) => index + 1));
  });

  test('when samples are added and deleted, then events say whether there are any (admin 1.2, 7.43)', async () => {
    const contestId = media.contest();
    const { id } = await picture(contestId);
    await media.processed(contestId, id);
    await media.call('DELETE', `/api/media/${id}`);
    await waitUntil(() => events(contestId).length === 2, { what: 'both events' });
    expect(events(contestId)).toEqual([
      { contestId, coverImage: null, hasSamples: true, sampleVideo: null, revision: 1 },
      { contestId, coverImage: null, hasSamples: false, sampleVideo: null, revision: 2 },
    ]);
  });

  testWithFfmpeg('when there are sample videos, then the event names the first one in display order that has a poster', async () => {
    const contestId = media.contest();
    const uploads = [await media.upload(contestId, { bytes: video! }), await media.upload(contestId, { bytes: videoBytes(5000) })];
    const [first, unreadable] = await Promise.all(uploads.map(({ id }) => media.processed(contestId, id)));
    const sampleVideo = { url: first!.url, posterUrl: first!.posterUrl };
    await waitUntil(() => isDeepStrictEqual(events(contestId).at(-1)?.sampleVideo, sampleVideo), { what: 'the first video' });
    const before = events(contestId).length;

    // A video without a poster is never named, even as the first.
    await media.call('PATCH', `/api/media/${unreadable!.id}`, { body: { displayOrder: 0 } });
    await media.call('PATCH', `/api/media/${first!.id}`, { body: { displayOrder: 1 } });
    expect(events(contestId)).toHaveLength(before);
    await media.call('DELETE', `/api/media/${first!.id}`);
    await waitUntil(() => events(contestId).at(-1)?.sampleVideo === null, { what: 'no video' });
    expect(events(contestId).at(-1)).toMatchObject({ hasSamples: true, revision: before + 1 });
  });

  testWithFfmpeg('when a sample video has a thumbnail, then the event names it until it is removed', async () => {
    const contestId = media.contest();
    const { id } = await media.upload(contestId, { bytes: video! });
    const { posterUrl } = await media.processed(contestId, id);
    const named = () => events(contestId).at(-1)?.sampleVideo?.posterUrl;
    const data = `data:image/jpeg;base64,${(await jpeg({ width: 1080, height: 1080 })).toString('base64')}`;
    const body = { data, originalName: 'サムネイル.jpg', contentType: 'image/jpeg' };
    const { thumbnailUrl } = (await media.call('POST', `/api/media/${id}/thumbnail`, { body })).body;
    await waitUntil(() => named() === thumbnailUrl, { what: 'the thumbnail' });
    await media.call('DELETE', `/api/media/${id}/thumbnail`);
    await waitUntil(() => named() === posterUrl, { what: 'the still' });
  });

  test('when a contest was last published before samples were, then the sweep publishes them', async () => {
    const contestId = media.contest();
    const { id } = await picture(contestId);
    await media.processed(contestId, id);
    await waitUntil(() => events(contestId).length === 1, { what: 'the first event' });
    const { MONGODB_URL, NAMESPACE } = media.backing;
    const database = await mongoose.createConnection(MONGODB_URL, { dbName: databaseName({ NAMESPACE }, 'media') }).asPromise();
    await database.collection('contestNotes').updateOne({ _id: contestId as never }, { $unset: { hasSamples: '', sampleVideo: '' } });
    await database.close();
    const replica = await media.startReplica({ sweepEveryMs: 200 });
    await waitUntil(() => events(contestId).length === 2, { what: 'the event of the sweep' });
    expect(events(contestId).at(-1)).toMatchObject({ hasSamples: true, revision: 2 });
    await replica.stop();
  });
});
