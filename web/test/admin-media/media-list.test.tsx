import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { errorCatalogue, type Media, type UpdateMedia } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildMedia } from '../../src/testing/build-media.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { expectToastAndClose } from '../admin-contests/contest-screens.ts';
import { acceptNodeSignals, chooseFiles, mediaPart, mediaRow, openMediaTab } from './media-screen.ts';

const ledger = openTextLedger('media');
const REASON = errorCatalogue.Internal.message;
const NO_CONTENT = () => new Response(null, { status: 204 });

const samples = () => mediaPart('サンプル動画・画像');
const names = async () =>
  within(await samples())
    .getAllByRole('listitem', { name: /./ })
    .map((item) => item.getAttribute('aria-label'));
const waitForNames = (expected: string[]) => waitFor(async () => expect(await names()).toEqual(expected));

/** jsdom decodes no pictures. The width of the next one; null for a broken one. */
let nextWidth: number | null = null;
beforeEach(() => {
  acceptNodeSignals();
  const decode = async () => {
    if (nextWidth === null) throw new DOMException('broken', 'EncodingError');
  };
  Object.assign(HTMLImageElement.prototype, { decode });
  jest.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockImplementation(() => nextWidth ?? 0);
  jest.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockImplementation(() => nextWidth ?? 0);
  // Node's function does not accept a file of jsdom.
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
});
afterEach(() => {
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode');
});

/** A file of jsdom, because its FileReader reads no other. */
const fileOf = (name: string, type: string) => new window.File(['content'], name, { type });

test('when there are no media, then both parts say so, and an upload without files is refused (admin 5.12, 9.15)', async () => {
  const { user } = openMediaTab([]);
  const part = await mediaPart('カバー画像');
  expect(await within(part).findByText('カバー画像はまだありません')).toBeVisible();
  expect(within(part).getByText(/画像ファイルのみ。推奨サイズは1920×1080pxです。/)).toBeVisible();
  expect(within(await samples()).getByText('サンプルはまだありません')).toBeVisible();
  await expectAccessible();
  await user.click(within(part).getByRole('button', { name: 'アップロード' }));
  expect(await within(part).findByRole('alert')).toHaveTextContent('アップロードするファイルを選択してください。');
  await expectToastAndClose(user, { title: 'ファイルが選択されていません', text: 'アップロードするファイルを選択してください。' });
});

test('when a contest has several covers, then only the newest one is marked as shown', async () => {
  const cover = (name: string, day: number) =>
    buildMedia(name, { category: 'cover-image', uploadedAt: `2026-11-0${day}T00:00:00.000Z`, displayOrder: day });
  openMediaTab([cover('old.png', 1), cover('new.png', 2)]);
  const part = await mediaPart('カバー画像');
  const newest = await within(part).findByRole('listitem', { name: 'new.png' });
  expect(within(newest).getByText('トップページに表示')).toBeVisible();
  expect(within(part).getAllByText('トップページに表示')).toHaveLength(1);
  await expectAccessible();
});

test('when samples are reordered by buttons, then the new order is announced, and a failed change is reverted (admin 2.34, 8.19)', async () => {
  const media = ['a.png', 'b.png', 'c.png'].map((name, displayOrder) => buildMedia(name, { displayOrder }));
  const page = openMediaTab(media);
  for (const one of media) {
    page.respond(`PATCH /api/media/${one.id}`, ({ body }) => {
      Object.assign(one, body as UpdateMedia);
      media.sort((left, right) => left.displayOrder - right.displayOrder);
      return json(one);
    });
  }
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'c.pngを上へ移動' }));
  await waitForNames(['a.png', 'c.png', 'b.png']);
  expect(await screen.findByText('c.pngを3件中2番目に移動しました')).toBeInTheDocument();
  expect(page.requests('PATCH /api/media/c-png').map(({ body }) => body)).toEqual([{ displayOrder: 1 }]);
  await waitFor(() => expect(page.requests('PATCH /api/media/b-png').map(({ body }) => body)).toEqual([{ displayOrder: 2 }]));

  for (const { id } of media) page.respond(`PATCH /api/media/${id}`, () => errorResponse('Internal'));
  await user.click(screen.getByRole('button', { name: 'c.pngを上へ移動' }));
  await ledger.see('順序の変更に失敗しました。');
  await expectToastAndClose(user, { title: '順序の変更に失敗しました。', text: REASON });
  expect(within(await samples()).getByRole('alert')).toHaveTextContent('順序の変更に失敗しました。');
  await waitForNames(['a.png', 'c.png', 'b.png']);
  await expectAccessible();
});

test('when the thumbnail of a medium is changed or deleted, then each invalid file and each failure shows its reason (admin 2.35, 5.6, 8.20, 9.14)', async () => {
  const medium: Media = buildMedia('old.png');
  const { user, respond, requests } = openMediaTab([medium]);
  const row = await mediaRow('old.png');
  for (const { file, width, text } of [
    { file: fileOf('old.png', 'image/png'), width: 960, text: 'サムネイル画像は1080×1080pxの正方形でアップロードしてください。' },
    { file: fileOf('memo.txt', 'text/plain'), width: null, text: '画像ファイルを選択してください' },
    { file: fileOf('broken.png', 'image/png'), width: null, text: '画像ファイルの読み込みに失敗しました' },
  ] as const) {
    nextWidth = width;
    chooseFiles(row, [file]);
    await ledger.see(text);
    expect(within(row).getByRole('alert')).toHaveTextContent(text);
  }
  await expectAccessible();
  expect(requests('POST /api/media/old-png/thumbnail')).toEqual([]);

  nextWidth = 1080;
  respond('POST /api/media/old-png/thumbnail', () => errorResponse('Internal'));
  chooseFiles(row, [fileOf('square.png', 'image/png')]);
  await ledger.see('サムネイルのアップロードに失敗しました。');
  await expectToastAndClose(user, { title: 'サムネイルのアップロードに失敗しました。', text: REASON });
  expect(within(row).getByRole('alert')).toHaveTextContent('サムネイルのアップロードに失敗しました。');
  respond('POST /api/media/old-png/thumbnail', () => {
    medium.thumbnailUrl = '/media/thumbnail.png';
    return json({ thumbnailUrl: medium.thumbnailUrl });
  });
  chooseFiles(row, [fileOf('square.png', 'image/png')]);
  await expectToastAndClose(user, { title: '更新しました', text: 'サムネイルを設定しました' });
  expect(await within(row).findByRole('img', { name: 'old.pngのサムネイル' })).toBeVisible();
  expect(within(row).queryByRole('alert')).not.toBeInTheDocument();
  await expectAccessible();

  respond('DELETE /api/media/old-png/thumbnail', () => errorResponse('Internal'));
  await user.click(within(row).getByRole('button', { name: 'old.pngのサムネイルを削除' }));
  await ledger.see('サムネイルの削除に失敗しました。');
  await expectToastAndClose(user, { title: 'サムネイルの削除に失敗しました。', text: REASON });
  expect(within(row).getByRole('alert')).toHaveTextContent('サムネイルの削除に失敗しました。');
  respond('DELETE /api/media/old-png/thumbnail', () => {
    medium.thumbnailUrl = null;
    return NO_CONTENT();
  });
  await user.click(await within(row).findByRole('button', { name: 'old.pngのサムネイルを削除' }));
  await expectToastAndClose(user, { title: '削除しました', text: 'サムネイルを削除しました' });
  await waitFor(() => expect(within(row).queryByRole('img', { name: 'old.pngのサムネイル' })).not.toBeInTheDocument());
});

test('when a medium is opened, then a dialog shows it in full size until Escape is pressed', async () => {
  const { user } = openMediaTab([buildMedia('old.png')]);
  await user.click(await screen.findByRole('button', { name: 'old.pngをプレビュー' }));
  const dialog = await screen.findByRole('dialog', { name: 'old.png' });
  expect(await within(dialog).findByRole('img', { name: 'old.png' })).toHaveAttribute('src', '/media/old.png');
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test('when a medium is deleted, then it needs a confirmation, and each failure shows its reason (admin 2.34, 8.19)', async () => {
  const media = [buildMedia('old.png')];
  const { user, respond } = openMediaTab(media);
  const row = await mediaRow('old.png');
  const confirmDeletion = async () => {
    await user.click(within(row).getByRole('button', { name: 'old.pngを削除' }));
    const dialog = await screen.findByRole('dialog', { name: '本当に削除しますか？' });
    await user.click(within(dialog).getByRole('button', { name: '削除する' }));
  };
  respond('DELETE /api/media/old-png', () => errorResponse('Internal'));
  await confirmDeletion();
  await ledger.see('メディアの削除に失敗しました');
  await expectToastAndClose(user, { title: 'メディアの削除に失敗しました', text: REASON });
  expect(within(row).getByRole('alert')).toHaveTextContent('メディアの削除に失敗しました');

  respond('DELETE /api/media/old-png', () => {
    media.pop();
    return NO_CONTENT();
  });
  respond('GET /api/contests/c1/media', () => errorResponse('Internal'));
  await confirmDeletion();
  await expectToastAndClose(user, { title: '削除しました', text: 'メディアを削除しました' });
  await ledger.see('更新に失敗しました。');
  const part = await samples();
  expect(await within(part).findByRole('alert')).toHaveTextContent('更新に失敗しました。');
  respond('GET /api/contests/c1/media', () => json(media));
  await user.click(within(part).getByRole('button', { name: '再読み込み' }));
  expect(await within(part).findByText('サンプルはまだありません')).toBeVisible();
});

test('when all tests have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
