import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { THUMBNAIL_SIDE, type UploadedMedia } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { sha256Of, startTestMedia } from '../support/media.ts';
import { jpeg, videoBytes } from '../support/samples.ts';

let stored: UploadedMedia;
let url: string;
const bytes = videoBytes(1_500_000);
const media = useService(() => startTestMedia());
beforeAll(async () => {
  stored = await media.upload(media.contest(), { bytes });
  url = stored.url ?? '';
});

const get = (headers: Record<string, string> = {}, method = 'GET') => media.call(method, url, { as: 'anonymous', headers });

describe('a public file', () => {
  test('when it is requested, then its URL has the content hash, its type is detected, and it can be cached forever', async () => {
    const { status, headers, body } = await get();
    expect([status, sha256Of(body)]).toEqual([200, stored.sha256]);
    expect(url).toBe(`/media/${stored.sha256}.mp4`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${stored.sha256}"`,
    });
  });

  test('when the browser has cached it, then the response is 304 without a body', async () => {
    for (const etag of [`"${stored.sha256}"`, `W/"${stored.sha256}"`, `"other", "${stored.sha256}"`, '*']) {
      const { status, body } = await get({ 'if-none-match': etag, range: 'bytes=0-9' });
      expect([status, body.length]).toEqual([304, 0]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('when it is requested by HEAD, then the response has the size and no body', async () => {
    const { status, headers, body } = await get({ range: 'bytes=0-9' }, 'HEAD');
    expect([status, headers.get('content-length'), body.length]).toEqual([200, String(bytes.length), 0]);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 1_499_999],
    ['bytes=524287-524288', 524_287, 524_288],
    ['bytes=100-1000000', 100, 1_000_000],
    ['bytes=1499999-', 1_499_999, 1_499_999],
    ['bytes=1499999-99999999999', 1_499_999, 1_499_999],
    ['bytes=-1', 1_499_999, 1_499_999],
    ['bytes=-99999999999', 0, 1_499_999],
  ])('when %s is requested, then exactly these bytes are sent', async (range, start, end) => {
    const { status, headers, body } = await get({ range });
    expect([status, headers.get('content-range'), headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/${bytes.length}`,
      String(end - start + 1),
    ]);
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=1500000-', 'bytes=99999999999-', 'bytes=-0'])('when %s is requested, then the response is 416', async (range) => {
    const { status, headers } = await get({ range });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  });

  test.each(['bytes=', 'bytes=a-b', 'bytes=5-1', 'bytes=0-1,3-4', 'chunks=0-1', 'bytes=-', 'bytes=0x0-1'])(
    'when the range is %s, then the whole file is sent',
    async (range) => {
      const { status, body } = await get({ range });
      expect([status, body.length]).toEqual([200, bytes.length]);
    },
  );

  test('when If-Range names another version, then the whole file is sent', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-9', 'if-range': `"${stored.sha256}"` })).status).toBe(206);
  });

  test('when a hundred ranges are requested concurrently, then each response has its own bytes', async () => {
    const starts = Array.from({ length: 100 }, (_, index) => index * 14_000);
    const answers = await Promise.all(starts.map((start) => get({ range: `bytes=${start}-${start + 99_999}` })));
    answers.forEach(({ status, body }, index) => {
      expect(status).toBe(206);
      expect(body.equals(bytes.subarray(starts[index], (starts[index] ?? 0) + 100_000))).toBe(true);
    });
  });

  test.each([
    '/media/../../etc/passwd',
    '/media/..%2f..%2fetc%2fpasswd',
    `/media/${'a'.repeat(64)}.mp4`,
    '/media/x',
    `/media/${'a'.repeat(300)}`,
  ])('when %s is requested, then nothing is found', async (path) => {
    const { status } = await media.call('GET', path, { as: 'anonymous' });
    expect([400, 404, 414]).toContain(status);
  });

  test('when the hash is right and the extension wrong, then nothing is found', async () => {
    expect((await media.call('GET', url.replace('.mp4', '.html'))).status).toBe(404);
  });

  test.each(['its bytes are missing', 'its bytes cannot be read'])('when %s, then the error is not cached', async (what) => {
    const lost = await media.upload(media.contest(), { bytes: videoBytes(2000) });
    const place = join(media.dir, 'objects', lost.id.slice(0, 2), lost.id);
    await rm(place);
    // A symbolic link to itself exists and cannot be opened.
    if (what !== 'its bytes are missing') await symlink(place, place);
    const { status, headers, body } = await media.call('GET', lost.url ?? '', { as: 'anonymous', headers: { range: 'bytes=0-9' } });
    expect([status, body.code]).toEqual(what === 'its bytes are missing' ? [404, 'NotFound'] : [500, 'Internal']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    for (const name of ['etag', 'accept-ranges', 'content-range']) expect(headers.has(name)).toBe(false);
  });

  test('when one of two media with the same content is deleted, then the URL still works; after the last one it does not', async () => {
    const contestId = media.contest();
    const twin = videoBytes(2000);
    const first = await media.upload(contestId, { bytes: twin });
    const second = await media.upload(media.contest(), { bytes: twin });
    expect(second.url).toBe(first.url);
    const address = first.url ?? '';
    expect((await media.call('GET', address)).status).toBe(200);
    await media.call('DELETE', `/api/media/${first.id}`);
    expect(sha256Of((await media.call('GET', address)).body)).toBe(sha256Of(twin));
    await media.call('DELETE', `/api/media/${second.id}`);
    expect((await media.call('GET', address)).status).toBe(404);
  });
});

describe('a finished video', () => {
  test('when it is uploaded, then it is neither listed nor public, and it cannot be reordered, deleted or given a thumbnail', async () => {
    const contestId = media.contest();
    const video = videoBytes(3000);
    const finished = await media.upload(contestId, { bytes: video, category: 'finished', lineId: '12345678-01' });
    expect(finished).toMatchObject({ category: 'finished', url: null, lineId: '12345678-01', sha256: sha256Of(video) });
    expect(await media.list(contestId)).toEqual([]);
    expect((await media.call('GET', `/media/${sha256Of(video)}.mp4`)).status).toBe(404);
    const thumbnail = await jpeg({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE });
    const body = {
      data: `data:image/jpeg;base64,${thumbnail.toString('base64')}`,
      originalName: 'サムネイル.jpg',
      contentType: 'image/jpeg',
    };
    const path = `/api/media/${finished.id}`;
    const answers = [
      await media.call('PATCH', path, { body: { displayOrder: 1 } }),
      await media.call('POST', `${path}/thumbnail`, { body }),
      await media.call('DELETE', `${path}/thumbnail`),
      await media.call('DELETE', path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await media.storedFiles()).filter((name) => name.startsWith(finished.id))).toEqual([finished.id]);
    expect((await media.call('GET', `/api/media/thumbnail/${contestId}/${finished.id}`)).status).toBe(404);
  });
});
