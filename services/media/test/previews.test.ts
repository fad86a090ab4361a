import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import sharp from 'sharp';
import { watermark } from '../src/adapters/watermark.ts';
import { claimedVideo } from './support/downloads.ts';
import { distance, firstFrame } from './support/frames.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { playableVideo } from './support/samples.ts';
import { eraseVideo } from './support/second-process.ts';
import { testUnless } from './support/test-unless.ts';

const film = await playableVideo({ width: 360, height: 640, seconds: 12 });
/** So short that its preview begins where it does. */
const shortFilm = await playableVideo({ width: 360, height: 640, seconds: 2 });
const testWithFfmpeg = testUnless((!film || !shortFilm) && 'there is no ffmpeg that could make the video');

let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia();
});
afterAll(() => media?.stop());

/** What is known of a finished video once nothing more is being made of it. */
const settled = (video: Awaited<ReturnType<typeof claimedVideo>>) =>
  waitUntil(
    async () => {
      const [facts] = await video.finishedVideos([video.mediaId]);
      return facts?.isPreviewComing === false && facts;
    },
    { what: 'the preview', timeoutMs: 60_000 },
  );

describe('the preview of a finished video', () => {
  testWithFfmpeg(
    'when it is made, then it is short and small, and anybody who has its address may look at it in ranges',
    async () => {
      const bytes = film!;
      const video = await claimedVideo({ media, bytes });
      const [waiting] = await video.finishedVideos([video.mediaId]);
      expect(waiting).toMatchObject({ size: bytes.length, lineId: expect.any(String) });
      const { previewUrl } = await settled(video);
      expect(previewUrl).toMatch(/^\/api\/download\/previews\/[0-9a-f]{64}$/);
      const whole = await video.ask(previewUrl ?? '', { cookie: '' });
      expect([whole.status, whole.headers['content-type'], whole.headers['content-disposition']]).toEqual([200, 'video/mp4', undefined]);
      expect(whole.bytes.length).toBeLessThan(700_000);
      const part = await video.ask(previewUrl ?? '', { cookie: '', range: 'bytes=4-7' });
      expect([part.status, part.bytes.toString('latin1')]).toEqual([206, 'ftyp']);
      // Looking used nothing up, and the preview is no way to the video itself.
      expect((await video.get()).bytes.equals(bytes)).toBe(true);
      expect((await video.ask(previewUrl?.replace('/api/download/previews/', '/media/').concat('.mp4') ?? '')).status).toBe(404);
      // Its bytes are lost: that is not to be kept as the preview is.
      const [name = ''] = (await media.storedFiles()).filter((file) => file.startsWith(`${video.mediaId}.`));
      await rm(join(media.dir, 'objects', name.slice(0, 2), name));
      const lost = await video.ask(previewUrl ?? '');
      expect([lost.status, lost.headers['cache-control'], lost.headers.etag]).toEqual([404, 'no-store', undefined]);
      await eraseVideo(media, video.mediaId);
      expect((await video.ask(previewUrl ?? '')).status).toBe(404);
    },
    90_000,
  );

  testWithFfmpeg(
    'when it is looked at, then the mark lies across the picture, and beside its strokes the picture is that of the video',
    async () => {
      const bytes = shortFilm!;
      const video = await claimedVideo({ media, bytes });
      const { previewUrl } = await settled(video);
      const preview = (await video.ask(previewUrl ?? '', { cookie: '' })).bytes;
      const size = { width: 270, height: 480 };
      // How much of each pixel the mark covers, from 0 to 255.
      const cover = await sharp(await watermark(size))
        .extractChannel('alpha')
        .raw()
        .toBuffer();
      const frames = { one: await firstFrame({ video: preview, ...size }), other: await firstFrame({ video: bytes, ...size }) };
      const isMarked = (pixel: number): boolean => (cover[pixel] ?? 0) > 100;
      const isBare = (pixel: number): boolean => cover[pixel] === 0;
      const marked = [...cover.keys()].filter(isMarked);
      expect(marked.length).toBeGreaterThan(0.05 * cover.length);
      expect(distance({ ...frames, counts: isMarked })).toBeGreaterThan(30);
      expect(distance({ ...frames, counts: isBare })).toBeLessThan(10);
    },
    90_000,
  );

  test('when a video cannot be read, then it has none, and can be had all the same', async () => {
    const video = await claimedVideo({ media, size: 50_000 });
    expect(await settled(video)).toMatchObject({ previewUrl: null });
    expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when nobody has such a preview, then there is none', async () => {
    for (const [name, status] of [
      ['0'.repeat(64), 404],
      ['x', 400],
    ] as const) {
      expect((await media.call('GET', `/api/download/previews/${name}`)).status).toBe(status);
    }
  });
});
