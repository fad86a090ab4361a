import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, mediaListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { type ContestDesk, readToast } from '../support/contest-desk.ts';
import { watchFor } from '../support/glimpses.ts';
import {
  chooseFiles,
  chooseFolder,
  dropPicture,
  mediaNames,
  mediaPart,
  mediaRow,
  startUpload,
  waitForNames,
} from '../support/media-desk.ts';
import { mp4Of, pngOf, writeFiles } from '../support/media-files.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const SERVER_ERROR = { status: 500, json: { code: 'Internal', message: 'サーバーでエラーが発生しました。' } };

/** Lets all requests with this URL and method fail, until `restore` is called. */
const failRequests = async (page: Page, { url, method }: { url: string; method: string }) => {
  await page.route(url, (route) => (route.request().method() === method ? route.fulfill(SERVER_ERROR) : route.fallback()));
  return { restore: () => page.unroute(url) };
};

/** The cover images and the samples of a contest. */
export const mediaJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  describe('the media of a contest', () => {
    let files: Awaited<ReturnType<typeof writeFiles>>;
    const texts = openTextLedger('media');
    beforeAll(async () => {
      files = await writeFiles({
        'old.png': pngOf({ width: 960, height: 540 }),
        'new.png': pngOf({ width: 1920, height: 1080, rgb: [189, 83, 48] }),
        'memo.txt': 'no picture',
        'folder/inner/a.png': pngOf({ width: 640, height: 360 }),
        'folder/b.png': pngOf({ width: 360, height: 640 }),
        'folder/notes.pdf': 'no picture',
        'large.mp4': mp4Of(2 * CHUNK_BYTES + 1_000),
        'square.png': pngOf({ width: 1080, height: 1080 }),
        'broken.png': 'no picture',
      });
    });
    afterAll(() => files.remove());
    const at = (...names: string[]): string[] => names.map((name) => files.pathOf(name));

    test('when images are uploaded as covers, then visitors see the newest one', async () => {
      const { id, path } = await desk.newContest({ name: '第2回 カバー杯' });
      const admin = await desk.elsewhere();
      await admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
      const visitor = await shop.open();
      await visitor.page.goto('/');
      const card = visitor.page.getByRole('article', { name: '第2回 カバー杯' });
      await card.getByText('カバー画像なし').waitFor();

      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'カバー画像');
      await part.getByText('カバー画像はまだありません').waitFor();
      await part.getByText('画像ファイルのみ。推奨サイズは1920×1080pxです。').waitFor();
      await inspect('media-empty');
      await startUpload(part);
      await part.getByRole('alert').getByText('アップロードするファイルを選択してください。').waitFor();
      await readToast(page, { title: 'ファイルが選択されていません', text: 'アップロードするファイルを選択してください。' });

      await chooseFiles(part, at('old.png', 'new.png', 'memo.txt', 'large.mp4'));
      await part.getByText('memo.txt（画像ではありません）').waitFor();
      await part.getByText('large.mp4（画像ではありません）').waitFor();
      await inspect('media-chosen');
      await startUpload(part);
      await readToast(page, { title: 'アップロード完了', text: '2件のファイルをアップロードしました。' });
      await waitForNames(part, ['old.png', 'new.png']);
      await mediaRow(part, 'new.png').getByText('トップページに表示').waitFor();
      expect(await part.getByText('トップページに表示').count()).toBe(1);
      await inspect('media-covers');

      await visitor.page.waitForFunction(async (contestId) => {
        const contests: { id: string; coverImage: string | null }[] = await (await fetch('/api/contests')).json();
        return contests.find((contest) => contest.id === contestId)?.coverImage;
      }, id);
      await visitor.page.reload();
      await card.locator('img').evaluate((picture: HTMLImageElement) => picture.decode());
      expect([...wrong(), ...visitor.wrong()]).toEqual([]);
      await context.close();
      await visitor.context.close();
    }, 120_000);

    test('when an upload is interrupted by a lost connection and a reload, then the same file resumes where it stopped', async () => {
      const { id, path } = await desk.newContest({ name: '第3回 続き杯' });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'サンプル動画・画像');
      let sent = 0;
      await page.route('**/chunked-upload', (route) => {
        sent += 1;
        // The second request loses its connection, and the fourth never receives a response.
        if (sent === 2) return route.abort('connectionreset');
        return sent < 4 ? route.continue() : undefined;
      });
      await chooseFiles(part, at('large.mp4', 'old.png'));
      const waitForReconnect = await watchFor(page, { text: /再接続中/ });
      await startUpload(part);
      await waitForReconnect();
      await part.getByText('順番待ち').waitFor();
      await part.getByText(/送信中 9\d%/).waitFor();
      expect(await part.getByRole('button', { name: 'ファイルを選ぶ' }).isDisabled()).toBe(true);
      await inspect('media-sending');
      await part.getByRole('button', { name: 'すべて一時停止' }).click();
      await part.getByText('一時停止中 9').waitFor();
      await inspect('media-paused');

      page.on('dialog', (dialog) => void dialog.accept());
      await page.unroute('**/chunked-upload');
      await page.reload();
      await part.getByText('途中で止まっているアップロードがあります').waitFor();
      await inspect('media-unfinished');
      const resumed: string[] = [];
      page.on('request', (request) => request.url().endsWith('/chunked-upload') && resumed.push(request.method()));
      await chooseFiles(part, at('large.mp4'));
      await part.getByText('続きから送信します').waitFor();
      await startUpload(part);
      await readToast(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      expect(resumed).toEqual(['POST']);
      const admin = await desk.elsewhere();
      const media = await admin.call({ path: `/api/contests/${id}/media`, answer: mediaListSchema });
      expect(media.map(({ originalName, size }) => [originalName, size])).toEqual([['large.mp4', 2 * CHUNK_BYTES + 1_000]]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the response to a chunk is not 200, then the chunk counts as unsent; when a file fails, then it shows the reason and can be retried', async () => {
      const { path } = await desk.newContest({ name: '第6回 やり直し杯' });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'サンプル動画・画像');
      const statuses = [202, 400];
      // Simulates a proxy that responds instead of the shop.
      await page.route('**/chunked-upload', (route) => {
        const status = statuses.shift();
        return status === undefined ? route.continue() : route.fulfill({ status, body: 'not the shop' });
      });
      await chooseFiles(part, at('old.png'));
      const waitForReconnect = await watchFor(page, { text: /再接続中/ });
      await startUpload(part);
      await waitForReconnect();
      await part.getByText('ファイルの送信に失敗しました（ステータス: 400）。もう一度お試しください。').waitFor();
      await readToast(page, {
        title: 'アップロードエラー',
        text: '1件のファイルをアップロードできませんでした。もう一度お試しください。',
      });
      expect(statuses).toEqual([]);
      await inspect('media-given-up');
      await part.getByRole('button', { name: 'old.pngを再試行' }).click();
      await readToast(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      await mediaRow(part, 'old.png').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when samples are reordered by buttons or by dragging, then the order is stored, and a failed change is reverted', async () => {
      const { path } = await desk.newContest({ name: '第4回 順序杯' });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'サンプル動画・画像');
      await chooseFolder(part, files.pathOf('folder'));
      await part.getByText('notes.pdf（動画・画像ではありません）').waitFor();
      await startUpload(part);
      await readToast(page, { title: 'アップロード完了', text: '2件のファイルをアップロードしました。' });
      await dropPicture(part, { name: 'old.png', content: pngOf({ width: 960, height: 540 }) });
      await part.getByText('old.png').waitFor();
      await startUpload(part);
      await readToast(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      await mediaRow(part, 'old.png').waitFor();
      const [first, second] = await mediaNames(part);
      if (!first || !second) throw new Error('Expected two samples from the folder');

      await part.getByRole('button', { name: 'old.pngを上へ移動' }).press('Enter');
      await waitForNames(part, [first, 'old.png', second]);
      await page.getByRole('status').getByText('old.pngを3件中2番目に移動しました').waitFor({ state: 'attached' });
      const { restore } = await failRequests(page, { url: '**/api/media/*', method: 'PATCH' });
      await part.getByRole('button', { name: 'old.pngを上へ移動' }).click();
      await part.getByRole('alert').getByText('順序の変更に失敗しました。').waitFor();
      await texts.see(page, '順序の変更に失敗しました。');
      await readToast(page, { title: '順序の変更に失敗しました。', text: SERVER_ERROR.json.message });
      await waitForNames(part, [first, 'old.png', second]);
      await inspect('media-order-failed');
      await restore();

      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
      await mediaRow(part, second).scrollIntoViewIfNeeded();
      const handle = (name: string) => mediaRow(part, name).getByTitle('ドラッグして並べ替え');
      const from = await handle(second).boundingBox();
      const to = await handle(first).boundingBox();
      if (!from || !to) throw new Error('Expected a drag handle in both rows');
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(from.x + 20, from.y, { steps: 4 });
      await page.mouse.move(to.x + 20, to.y + 10, { steps: 20 });
      await page.mouse.up();
      await saved;
      await page.reload();
      await waitForNames(part, [second, first, 'old.png']);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a thumbnail or a medium is changed or deleted, then each invalid image and each failure shows its reason', async () => {
      const { path } = await desk.newContest({ name: '第5回 縮小杯' });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'サンプル動画・画像');
      await chooseFiles(part, at('old.png'));
      await startUpload(part);
      await readToast(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      const row = mediaRow(part, 'old.png');
      const choose = (name: string) => row.locator('input[type=file]').setInputFiles(files.pathOf(name));

      for (const [name, text] of [
        ['old.png', 'サムネイル画像は1080×1080pxの正方形でアップロードしてください。'],
        ['memo.txt', '画像ファイルを選択してください'],
        ['broken.png', '画像ファイルの読み込みに失敗しました'],
      ] as const) {
        await choose(name);
        await row.getByRole('alert').getByText(text).waitFor();
        await texts.see(page, text);
      }
      await inspect('media-thumbnail-refused');

      const upload = await failRequests(page, { url: '**/thumbnail', method: 'POST' });
      await choose('square.png');
      await row.getByRole('alert').getByText('サムネイルのアップロードに失敗しました。').waitFor();
      await texts.see(page, 'サムネイルのアップロードに失敗しました。');
      await readToast(page, { title: 'サムネイルのアップロードに失敗しました。', text: SERVER_ERROR.json.message });
      await upload.restore();
      await choose('square.png');
      await readToast(page, { title: '更新しました', text: 'サムネイルを設定しました' });
      await row.getByRole('img', { name: 'old.pngのサムネイル' }).waitFor();
      await inspect('media-thumbnail');

      const removal = await failRequests(page, { url: '**/thumbnail', method: 'DELETE' });
      await row.getByRole('button', { name: 'old.pngのサムネイルを削除' }).click();
      await row.getByRole('alert').getByText('サムネイルの削除に失敗しました。').waitFor();
      await texts.see(page, 'サムネイルの削除に失敗しました。');
      await readToast(page, { title: 'サムネイルの削除に失敗しました。', text: SERVER_ERROR.json.message });
      await removal.restore();
      await row.getByRole('button', { name: 'old.pngのサムネイルを削除' }).click();
      await readToast(page, { title: '削除しました', text: 'サムネイルを削除しました' });

      await row.getByRole('button', { name: 'old.pngをプレビュー' }).click();
      await page.getByRole('dialog').getByRole('img', { name: 'old.png' }).waitFor();
      await inspect('media-preview');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      const confirmDeletion = async () => {
        await row.getByRole('button', { name: 'old.pngを削除', exact: true }).click();
        await page.getByRole('dialog', { name: '本当に削除しますか？' }).getByRole('button', { name: '削除する' }).click();
      };
      const deletion = await failRequests(page, { url: '**/api/media/*', method: 'DELETE' });
      await confirmDeletion();
      await row.getByRole('alert').getByText('メディアの削除に失敗しました').waitFor();
      await texts.see(page, 'メディアの削除に失敗しました');
      await readToast(page, { title: 'メディアの削除に失敗しました', text: SERVER_ERROR.json.message });
      await deletion.restore();
      const listing = await failRequests(page, { url: '**/api/contests/*/media', method: 'GET' });
      await confirmDeletion();
      await readToast(page, { title: '削除しました', text: 'メディアを削除しました' });
      await part.getByRole('alert').getByText('更新に失敗しました。').waitFor();
      await texts.see(page, '更新に失敗しました。');
      await listing.restore();
      await part.getByRole('button', { name: '再読み込み' }).click();
      await part.getByText('サンプルはまだありません').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when all tests have run, then every media text of the specification was displayed', () => {
      expect(texts.unseen()).toEqual([]);
    });
  });
};
