import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, mediaListSchema } from '@stagereel/contracts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { type ContestDesk, expectToastAndClose } from '../support/contest-desk.ts';
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
import { until } from '../support/poll.ts';

/** The cover images and the samples of a contest. */
export const mediaJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  describe('the media of a contest', () => {
    let files: Awaited<ReturnType<typeof writeFiles>>;
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

    test('when images are uploaded as covers, then visitors see the newest one (customer 2.7; admin 1.2, 5.7, 7.24, 7.43, 8.21)', async () => {
      const { id, path } = await desk.newContest({ name: '第2回 カバー杯' });
      const admin = await desk.elsewhere();
      await admin.updateContest(id, { videoPublished: true, sitePublicStatus: 'public' });
      await desk.untilVisitorsSee((contests) => contests.some((contest) => contest.id === id));
      const visitor = await shop.open();
      await visitor.page.goto('/');
      const card = visitor.page.getByRole('article', { name: '第2回 カバー杯' });
      await card.getByText('カバー画像なし').waitFor();

      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'カバー画像');
      await part.getByText('カバー画像はまだありません').waitFor();
      await inspect('media-empty');
      await chooseFiles(part, at('old.png', 'new.png', 'memo.txt', 'large.mp4'));
      await part.getByText('memo.txt（画像ではありません）').waitFor();
      await part.getByText('large.mp4（画像ではありません）').waitFor();
      await inspect('media-chosen');
      await startUpload(part);
      await expectToastAndClose(page, { title: 'アップロード完了', text: '2件のファイルをアップロードしました。' });
      await waitForNames(part, ['new.png', 'old.png']);
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
    });

    test('when an upload is interrupted by a lost connection and a reload, then the same file resumes where it stopped (admin 2.39, 2.40, 4.23, 5.14, 7.31)', async () => {
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
      await expectToastAndClose(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      expect(resumed).toEqual(['POST']);
      const admin = await desk.elsewhere();
      const media = await admin.call({ path: `/api/contests/${id}/media`, schema: mediaListSchema });
      expect(media.map(({ originalName, size }) => [originalName, size])).toEqual([['large.mp4', 2 * CHUNK_BYTES + 1_000]]);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when samples are uploaded from a folder and by drop, then they can be reordered by dragging, get a thumbnail and be deleted (admin 1.2, 2.26, 2.34, 2.35, 2.38, 2.39, 5.6, 5.13, 7.25, 7.26, 7.27, 7.42, 7.43, 9.14)', async () => {
      const { id, path } = await desk.newContest({ name: '第4回 順序杯' });
      const admin = await desk.elsewhere();
      const waitForStoredOrder = (names: readonly string[]) =>
        until({
          what: `the stored order ${names.join(', ')}`,
          find: async () => {
            const media = await admin.call({ path: `/api/contests/${id}/media`, schema: mediaListSchema });
            return media.map(({ originalName }) => originalName).join() === names.join();
          },
        });
      const { page, context, inspect, wrong } = await desk.open(`${path}?tab=media`);
      const part = mediaPart(page, 'サンプル動画・画像');
      await chooseFolder(part, files.pathOf('folder'));
      await part.getByText('notes.pdf（動画・画像ではありません）').waitFor();
      await startUpload(part);
      await expectToastAndClose(page, { title: 'アップロード完了', text: '2件のファイルをアップロードしました。' });
      await dropPicture(part, { name: 'old.png', content: pngOf({ width: 960, height: 540 }) });
      await part.getByText('old.png').waitFor();
      await startUpload(part);
      await expectToastAndClose(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      const row = mediaRow(part, 'old.png');
      await row.waitFor();
      const [first, second] = await mediaNames(part);
      if (!first || !second) throw new Error('Expected two samples from the folder');

      await part.getByRole('button', { name: 'old.pngを上へ移動' }).press('Enter');
      await waitForNames(part, [first, 'old.png', second]);
      await waitForStoredOrder([first, 'old.png', second]);
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
      await waitForStoredOrder([second, first, 'old.png']);
      await page.reload();
      await waitForNames(part, [second, first, 'old.png']);

      // The browser decodes the pictures: only a real one shows which are refused.
      const choose = (name: string) => row.locator('input[type=file]').setInputFiles(files.pathOf(name));
      for (const [name, text] of [
        ['old.png', 'サムネイル画像は1080×1080pxの正方形でアップロードしてください。'],
        ['memo.txt', '画像ファイルを選択してください'],
        ['broken.png', '画像ファイルの読み込みに失敗しました'],
      ] as const) {
        await choose(name);
        await row.getByRole('alert').getByText(text).waitFor();
      }
      await inspect('media-thumbnail-refused');
      await choose('square.png');
      await expectToastAndClose(page, { title: '更新しました', text: 'サムネイルを設定しました' });
      await row.getByRole('img', { name: 'old.pngのサムネイル' }).waitFor();
      await inspect('media-thumbnail');
      await row.getByRole('button', { name: 'old.pngのサムネイルを削除' }).click();
      await expectToastAndClose(page, { title: '削除しました', text: 'サムネイルを削除しました' });

      await row.getByRole('button', { name: 'old.pngをプレビュー' }).click();
      await page.getByRole('dialog').getByRole('img', { name: 'old.png' }).waitFor();
      await inspect('media-preview');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await row.getByRole('button', { name: 'old.pngを削除', exact: true }).click();
      await page.getByRole('dialog', { name: '本当に削除しますか？' }).getByRole('button', { name: '削除する' }).click();
      await expectToastAndClose(page, { title: '削除しました', text: 'メディアを削除しました' });
      await waitForStoredOrder([second, first]);
      await row.waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
