import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { claimedVideo, codeOf, LINE } from './support/downloads.ts';
import { type Caller, startTestMedia, type TestMedia } from './support/media.ts';
import { videoBytes } from './support/samples.ts';

const SIZE = 200_000;
let media: TestMedia;
beforeAll(async () => {
  media = await startTestMedia();
});
afterAll(() => media?.stop());

/** A finished video that its customer has claimed, as callers of every kind ask for it. */
const finished = async () => {
  const video = await claimedVideo({ media, size: SIZE });
  const path = `/api/admin/finished-videos/${video.mediaId}`;
  const look = (options: Parameters<typeof video.ask>[1] & { as?: Caller } = {}) =>
    video.ask(path, { cookie: media.cookies[options.as ?? 'admin'] ?? '', ...options });
  return { ...video, path, look };
};

describe('the original of a finished video', () => {
  test('when an admin looks at it, then it is shown as it was uploaded, under the name of its line, and kept nowhere', async () => {
    const { bytes, look } = await finished();
    const got = await look();
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
    expect(got.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': `inline; filename="${LINE}.mp4"`,
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
  });

  test('when a player asks for parts, or for the headers alone, then it gets those', async () => {
    const { bytes, look } = await finished();
    const part = await look({ range: 'bytes=1000-1999' });
    expect([part.status, part.headers['content-range'], part.bytes.equals(bytes.subarray(1000, 2000))]).toEqual([
      206,
      `bytes 1000-1999/${SIZE}`,
      true,
    ]);
    expect((await look({ range: `bytes=${SIZE}-` })).status).toBe(416);
    const head = await look({ method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(SIZE), 0]);
  });

  test('when an admin looks again and again, then the customer still gets all there is to get', async () => {
    const { bytes, look, get } = await finished();
    for (let time = 0; time < 5; time += 1) expect((await look()).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await get()).bytes.equals(bytes)).toBe(true);
    expect(codeOf(await get())).toBe('DownloadBytesSpent');
    expect((await look()).status).toBe(200);
  });

  test('when anybody else asks, the browser that claimed it among them, then 401 or 403 and no byte of it', async () => {
    const { look, cookie } = await finished();
    for (const [asked, status, code] of [
      [{ as: 'anonymous' }, 401, 'Unauthorized'],
      [{ cookie }, 401, 'Unauthorized'],
      [{ as: 'customer' }, 403, 'Forbidden'],
    ] as const) {
      const got = await look(asked);
      expect([got.status, codeOf(got), got.headers['content-disposition']]).toEqual([status, code, undefined]);
      expect((await look({ ...asked, range: 'bytes=0-9' })).status).toBe(status);
    }
  });

  test('when it is a cover or a sample, or there is none, then 404', async () => {
    const { ask, path, mediaId } = await finished();
    const sample = await media.upload(media.contest(), { bytes: videoBytes(SIZE), category: 'sample' });
    for (const id of [sample.id, 'nobody']) {
      const got = await ask(path.replace(mediaId, id), { cookie: media.cookies.admin });
      expect([got.status, codeOf(got)]).toEqual([404, 'NotFound']);
    }
  });
});

describe('a look that is refused in a tab of its own', () => {
  test('when the session is over, then a page leads to the sign-in', async () => {
    const { look } = await finished();
    const got = await look({ as: 'anonymous', accept: 'text/html' });
    expect([got.status, got.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    const page = got.bytes.toString('utf8');
    for (const text of ['動画を表示できません', errorCatalogue.Unauthorized.message, '/admin-login']) expect(page).toContain(text);
  });

  test('when its bytes are lost, then a page says so and leads to the orders, and is not kept as the video’s', async () => {
    const { look, mediaId } = await finished();
    const [name = ''] = (await media.storedFiles()).filter((file) => file.startsWith(mediaId));
    await rm(join(media.dir, 'objects', name.slice(0, 2), name));
    const got = await look({ accept: 'text/html' });
    expect([got.status, got.headers['content-disposition'], got.headers.etag]).toEqual([404, undefined, undefined]);
    const page = got.bytes.toString('utf8');
    for (const text of [errorCatalogue.NotFound.message, '保存期間', '/admin?tab=orders']) expect(page).toContain(text);
  });
});
