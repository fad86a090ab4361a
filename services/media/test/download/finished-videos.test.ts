import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { claimedVideo, codeOf, LINE } from '../support/downloads.ts';
import { type Caller, startTestMedia } from '../support/media.ts';
import { videoBytes } from '../support/samples.ts';

const SIZE = 200_000;
const media = useService(() => startTestMedia());

/** A finished video that its customer has claimed, and a function that requests it as an admin or another caller. */
const finished = async () => {
  const video = await claimedVideo({ media, size: SIZE });
  const path = `/api/admin/finished-videos/${video.mediaId}`;
  const view = (options: Parameters<typeof video.request>[1] & { as?: Caller } = {}) =>
    video.request(path, { cookie: media.cookies[options.as ?? 'admin'] ?? '', ...options });
  return { ...video, path, view };
};

describe('a finished video for admins', () => {
  test('when an admin opens it, then it is the uploaded file, named by its line, and not cached', async () => {
    const { bytes, view } = await finished();
    const got = await view();
    expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
    expect(got.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': `inline; filename="${LINE}.mp4"`,
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
  });

  test('when a player requests ranges or only the headers, then it gets those', async () => {
    const { bytes, view } = await finished();
    const part = await view({ range: 'bytes=1000-1999' });
    expect([part.status, part.headers['content-range'], part.bytes.equals(bytes.subarray(1000, 2000))]).toEqual([
      206,
      `bytes 1000-1999/${SIZE}`,
      true,
    ]);
    expect((await view({ range: `bytes=${SIZE}-` })).status).toBe(416);
    const head = await view({ method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(SIZE), 0]);
  });

  test('when an admin opens it repeatedly, then the quota of the customer does not change', async () => {
    const { bytes, view, get } = await finished();
    for (let time = 0; time < 5; time += 1) expect((await view()).status).toBe(200);
    for (let time = 0; time < 2; time += 1) expect((await get()).bytes.equals(bytes)).toBe(true);
    expect(codeOf(await get())).toBe('DownloadBytesSpent');
    expect((await view()).status).toBe(200);
  });

  test('when anybody else requests it, including the browser that claimed it, then the response is 401 or 403 without a byte', async () => {
    const { view, cookie } = await finished();
    for (const [caller, status, code] of [
      [{ as: 'anonymous' }, 401, 'Unauthorized'],
      [{ cookie }, 401, 'Unauthorized'],
      [{ as: 'customer' }, 403, 'Forbidden'],
    ] as const) {
      const got = await view(caller);
      expect([got.status, codeOf(got), got.headers['content-disposition']]).toEqual([status, code, undefined]);
      expect((await view({ ...caller, range: 'bytes=0-9' })).status).toBe(status);
    }
  });

  test('when the id is that of a sample or unknown, then the response is 404', async () => {
    const { request, path, mediaId } = await finished();
    const sample = await media.upload(media.contest(), { bytes: videoBytes(SIZE), category: 'sample' });
    for (const id of [sample.id, 'nobody']) {
      const got = await request(path.replace(mediaId, id), { cookie: media.cookies.admin });
      expect([got.status, codeOf(got)]).toEqual([404, 'NotFound']);
    }
  });
});

describe('a finished video that is refused in its own tab', () => {
  test('when the session has expired, then a page links to the sign-in', async () => {
    const { view } = await finished();
    const got = await view({ as: 'anonymous', accept: 'text/html' });
    expect([got.status, got.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
    const page = got.bytes.toString('utf8');
    for (const text of ['動画を表示できません', errorCatalogue.Unauthorized.message, '/admin-login']) expect(page).toContain(text);
  });

  test('when its bytes are missing, then a page says so and links to the orders, and has no headers of the video', async () => {
    const { view, mediaId } = await finished();
    const [name = ''] = (await media.storedFiles()).filter((file) => file.startsWith(mediaId));
    await rm(join(media.dir, 'objects', name.slice(0, 2), name));
    const got = await view({ accept: 'text/html' });
    expect([got.status, got.headers['content-disposition'], got.headers.etag]).toEqual([404, undefined, undefined]);
    const page = got.bytes.toString('utf8');
    for (const text of [errorCatalogue.NotFound.message, '保存期間', '/admin?tab=orders']) expect(page).toContain(text);
  });
});
