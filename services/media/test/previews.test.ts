import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { claimedVideo } from './support/downloads.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { playableVideo } from './support/samples.ts';
import { testUnless } from './support/test-unless.ts';

const film = await playableVideo({ width: 360, height: 640, seconds: 12 });
import { eraseVideo } from './support/second-process.ts';
const testWithFfmpeg = testUnless(!film && 'there is no ffmpeg that could make the video');

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
