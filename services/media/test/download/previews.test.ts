import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import sharp from 'sharp';
import { drawWatermark } from '../../src/adapters/watermark.ts';
import { claimedVideo } from '../support/downloads.ts';
import { distance, firstFrame } from '../support/frames.ts';
import { startTestMedia } from '../support/media.ts';
import { playableVideo } from '../support/samples.ts';
import { eraseVideo } from '../support/second-process.ts';
import { testUnless } from '../support/test-unless.ts';

const video12s = await playableVideo({ width: 360, height: 640, seconds: 12 });
/** So short that its preview starts at its first frame. */
const video2s = await playableVideo({ width: 360, height: 640, seconds: 2 });
const testWithFfmpeg = testUnless((!video12s || !video2s) && 'ffmpeg is not installed');

const media = useService(() => startTestMedia());

/** Waits until background processing has ended. */
const processed = (video: Awaited<ReturnType<typeof claimedVideo>>) =>
  waitUntil(
    async () => {
      const [found] = await video.finishedVideos([video.mediaId]);
      return found?.isPreviewComing === false && found;
    },
    { what: 'the preview', timeoutMs: 60_000 },
  );

describe('the preview of a finished video', () => {
  testWithFfmpeg(
    'when it is made, then it is short and small, and everybody who knows its URL can watch it, also in ranges',
    async () => {
      const bytes = video12s!;
      const video = await claimedVideo({ media, bytes });
      const [waiting] = await video.finishedVideos([video.mediaId]);
      expect(waiting).toMatchObject({ size: bytes.length, lineId: expect.any(String) });
      const { previewUrl, posterUrl } = await processed(video);
      expect(previewUrl).toMatch(/^\/api\/download\/previews\/[0-9a-f]{64}$/);
      const whole = await video.request(previewUrl ?? '', { cookie: '' });
      expect([whole.status, whole.headers['content-type'], whole.headers['content-disposition']]).toEqual([200, 'video/mp4', undefined]);
      expect(whole.headers['cache-control']).toBe('private, no-store');
      expect(whole.bytes.length).toBeLessThan(700_000);
      const part = await video.request(previewUrl ?? '', { cookie: '', range: 'bytes=4-7' });
      expect([part.status, part.bytes.toString('latin1')]).toEqual([206, 'ftyp']);
      // Watching the preview used up no quota, and its URL does not give access to the video.
      expect((await video.get()).bytes.equals(bytes)).toBe(true);
      expect((await video.request(previewUrl?.replace('/api/download/previews/', '/media/').concat('.mp4') ?? '')).status).toBe(404);
      // When its bytes are missing, the error must not describe the preview.
      const names = (await media.storedFiles()).filter((file) => file.startsWith(`${video.mediaId}.`));
      expect(names).toHaveLength(2);
      for (const name of names) await rm(join(media.dir, 'objects', name.slice(0, 2), name));
      for (const url of [previewUrl, posterUrl]) {
        const lost = await video.request(url ?? '');
        expect([lost.status, lost.headers['cache-control'], lost.headers.etag]).toEqual([404, 'no-store', undefined]);
      }
      await eraseVideo(media, video.mediaId);
      for (const url of [previewUrl, posterUrl]) expect((await video.request(url ?? '')).status).toBe(404);
    },
    90_000,
  );

  testWithFfmpeg(
    'when its first frame is compared with the video, then it differs where the watermark is and only there',
    async () => {
      const bytes = video2s!;
      const video = await claimedVideo({ media, bytes });
      const { previewUrl } = await processed(video);
      const preview = (await video.request(previewUrl ?? '', { cookie: '' })).bytes;
      const size = { width: 270, height: 480 };
      // The opacity of the watermark at each pixel, 0 to 255.
      const opacity = await sharp(await drawWatermark(size))
        .extractChannel('alpha')
        .raw()
        .toBuffer();
      const frames = { one: await firstFrame({ video: preview, ...size }), other: await firstFrame({ video: bytes, ...size }) };
      const isMarked = (pixel: number): boolean => (opacity[pixel] ?? 0) > 100;
      const isUnmarked = (pixel: number): boolean => opacity[pixel] === 0;
      const marked = [...opacity.keys()].filter(isMarked);
      expect(marked.length).toBeGreaterThan(0.05 * opacity.length);
      expect(distance({ ...frames, counts: isMarked })).toBeGreaterThan(30);
      expect(distance({ ...frames, counts: isUnmarked })).toBeLessThan(10);
    },
    90_000,
  );

  testWithFfmpeg(
    'when it is made, then the video also has a still with the watermark, in its shape, which everybody who knows its URL can see',
    async () => {
      const bytes = video2s!;
      const video = await claimedVideo({ media, bytes });
      const { posterUrl } = await processed(video);
      const poster = await video.request(posterUrl ?? '', { cookie: '' });
      expect([poster.status, poster.headers['content-type']]).toEqual([200, 'image/jpeg']);
      const size = { width: 360, height: 640 };
      expect(await sharp(poster.bytes).metadata()).toMatchObject(size);
      const opacity = await sharp(await drawWatermark(size))
        .extractChannel('alpha')
        .raw()
        .toBuffer();
      const frames = { one: await firstFrame({ video: poster.bytes, ...size }), other: await firstFrame({ video: bytes, ...size }) };
      expect(distance({ ...frames, counts: (pixel) => (opacity[pixel] ?? 0) > 100 })).toBeGreaterThan(30);
      expect(distance({ ...frames, counts: (pixel) => opacity[pixel] === 0 })).toBeLessThan(10);
      // Its URL is not that of a public file.
      expect((await video.request(posterUrl?.replace('/api/download/previews/', '/media/').concat('.jpg') ?? '')).status).toBe(404);
    },
    90_000,
  );

  test('when a video cannot be read, then it has no preview, and can be downloaded', async () => {
    const video = await claimedVideo({ media, size: 50_000 });
    expect(await processed(video)).toMatchObject({ previewUrl: null, posterUrl: null });
    expect((await video.get()).bytes.equals(video.bytes)).toBe(true);
  });

  test('when the URL is unknown or malformed, then the response is 404 or 400', async () => {
    for (const [name, status] of [
      ['0'.repeat(64), 404],
      ['x', 400],
    ] as const) {
      expect((await media.call('GET', `/api/download/previews/${name}`)).status).toBe(status);
    }
  });
});
