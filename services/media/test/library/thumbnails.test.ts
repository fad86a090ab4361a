import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_THUMBNAIL_BYTES } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestMedia } from '../support/media.ts';
import { jpeg, videoBytes } from '../support/samples.ts';

let contestId: string;
let id: string;
const media = useService(() => startTestMedia());
beforeAll(async () => {
  contestId = media.contest();
  ({ id } = await media.upload(contestId, { bytes: videoBytes(500) }));
});

const dataUrl = (bytes: Buffer, type = 'image/jpeg'): string => `data:${type};base64,${bytes.toString('base64')}`;
const upload = (data: string, { contentType = 'image/jpeg', of = id } = {}) =>
  media.call('POST', `/api/media/${of}/thumbnail`, { body: { data, originalName: 'サムネイル.jpg', contentType } });
const thumbnailFiles = async () => (await media.storedFiles()).filter((name) => name.startsWith(`${id}.`));

describe('a thumbnail', () => {
  test('when it is 1080×1080, then everybody sees it; a second one replaces it and its bytes (admin 2.35, 7.27, 9.14)', async () => {
    const first = await upload(dataUrl(await jpeg({ width: 1080, height: 1080 })));
    expect([first.status, Object.keys(first.body)]).toEqual([200, ['thumbnailUrl']]);
    const second = await upload(dataUrl(await jpeg({ width: 1080, height: 1080 })));
    expect((await media.list(contestId, 'anonymous'))[0]).toMatchObject({ thumbnailUrl: second.body.thumbnailUrl });
    expect(await thumbnailFiles()).toHaveLength(1);
    expect((await media.call('GET', first.body.thumbnailUrl)).status).toBe(404);

    const redirect = await media.call('GET', `/api/media/thumbnail/${contestId}/${id}`, { as: 'anonymous' });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, second.body.thumbnailUrl]);
    const file = await media.call('GET', second.body.thumbnailUrl, { as: 'anonymous' });
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await media.call('GET', `/api/media/thumbnail/${media.contest()}/${id}`)).status).toBe(404);

    expect((await media.call('DELETE', `/api/media/${id}/thumbnail`)).status).toBe(204);
    expect(await thumbnailFiles()).toEqual([]);
    expect((await media.list(contestId))[0]).toMatchObject({ thumbnailUrl: null });
    expect((await media.call('DELETE', `/api/media/${id}/thumbnail`)).status).toBe(404);
    expect((await media.call('GET', `/api/media/thumbnail/${contestId}/${id}`)).status).toBe(404);
  });

  test('when its contest is not published, then only admins are redirected to it (admin 7.28, 7.29)', async () => {
    const hidden = media.contest({ published: false });
    const medium = await media.upload(hidden, { bytes: videoBytes(500) });
    await upload(dataUrl(await jpeg({ width: 1080, height: 1080 })), { of: medium.id });
    const path = `/api/media/thumbnail/${hidden}/${medium.id}`;
    for (const as of ['anonymous', 'customer'] as const) expect((await media.call('GET', path, { as })).status).toBe(404);
    expect((await media.call('GET', path)).status).toBe(302);
  });

  test.each([
    [1080, 1079],
    [1079, 1080],
    [1081, 1081],
    [540, 540],
  ])('when it is %s×%s, then the error names the required size (admin 5.6, 9.14)', async (width, height) => {
    const { status, body } = await upload(dataUrl(await jpeg({ width, height })));
    expect([status, body.message]).toEqual([400, 'サムネイル画像は1080×1080pxの正方形でアップロードしてください。']);
  });

  test('when it is not a picture, then the error says so, whatever type it claims (admin 5.6)', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1080"/>');
    const answers = [
      await upload(dataUrl(html)),
      await upload(dataUrl(svg, 'image/svg+xml'), { contentType: 'image/svg+xml' }),
      await upload(dataUrl(videoBytes(500), 'video/mp4')),
      await upload(dataUrl(await jpeg({ width: 1080, height: 1080 })), { contentType: 'text/html' }),
      await upload('not a data URL'),
      await upload(dataUrl(Buffer.alloc(0))),
    ];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([400, '画像ファイルを選択してください']);
  });

  test('when the picture is broken, then the error says so (admin 5.6)', async () => {
    const bytes = await jpeg({ width: 1080, height: 1080 });
    const { status, body } = await upload(dataUrl(bytes.subarray(0, bytes.length / 2)));
    expect([status, body.message]).toEqual([400, '画像ファイルの読み込みに失敗しました']);
  });

  test('when it is larger than 12 MiB, or its medium does not exist, then it is refused', async () => {
    const bytes = Buffer.concat([await jpeg({ width: 1080, height: 1080 }), Buffer.alloc(MAX_THUMBNAIL_BYTES)]);
    expect([400, 413]).toContain((await upload(dataUrl(bytes))).status);
    expect((await upload(dataUrl(await jpeg({ width: 1080, height: 1080 })), { of: 'nobody' })).status).toBe(404);
    expect(await thumbnailFiles()).toEqual([]);
  });
});
