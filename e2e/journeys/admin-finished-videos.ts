import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { type BackOffice, CONTEST, openOrder, orderCard } from '../support/back-office.ts';
import { ONLY_CATEGORY } from '../support/contest.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { watchFor } from '../support/glimpses.ts';
import { encodeVideo, mp4Of, writeFiles } from '../support/media-files.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';
import { until } from '../support/poll.ts';

const ORDERS = '/admin?tab=orders';
const STORED = /^video:/;
const PORTRAIT = { width: 180, height: 320 };
const LANDSCAPE = { width: 320, height: 180 };
const dimensionsFor = (style: string) => (style === '縦動画' ? PORTRAIT : LANDSCAPE);

/** Videos that the shop stores itself: uploaded to one order line, or to many orders at once. */
export const finishedVideoJourneys = (office: BackOffice): void => {
  describe('finished videos', () => {
    beforeAll(office.stock, 120_000);

    const urlsOf = async (orderNumber: string): Promise<(string | null)[]> =>
      (await (await office.elsewhere()).orders())
        .filter((line) => line.orderNumber.startsWith(orderNumber))
        .sort((one, other) => one.id.localeCompare(other.id))
        .map(({ videoDownloadUrl }) => videoDownloadUrl);

    test('when an uploaded video has the wrong orientation, then its delivery or replacement requires a confirmation', async () => {
      const { orderNumber, lines } = await office.buy({ email: 'has-a-video@example.jp' });
      const videoBytes = await encodeVideo({ ...(lines[0]?.style === '縦動画' ? LANDSCAPE : PORTRAIT), seconds: 1 });
      const files = await writeFiles({ 'finished.mp4': videoBytes });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const card = await openOrder(page, orderNumber);
      const row = card.getByRole('row').nth(1);
      const choose = (fileName: string) => row.locator('input[type=file]').setInputFiles(files.pathOf(fileName));
      await row.getByRole('button', { name: `${orderNumber}-01 の動画をアップロード` }).waitFor();
      const waitForCheck = await watchFor(page, { text: /向きと長さを確認中/ });
      await choose('finished.mp4');
      await waitForCheck();
      // The browser detects the wrong orientation and requires a confirmation before the upload.
      await row.getByRole('button', { name: 'この動画をアップロード' }).click();
      await expectToastAndClose(page, { title: 'アップロード完了', text: '1件のファイルをアップロードしました。' });
      await row.getByText('アップロードした動画').waitFor();
      await row.getByText('finished.mp4').waitFor();
      await inspect('admin-line-video');
      /** Follows a link to a new tab and checks that the uploaded video plays there, byte for byte. */
      const expectPlayable = async (link: Locator): Promise<void> => {
        const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
        const player = tab.locator('video');
        await player.waitFor();
        await until({
          what: 'the first frame of the video',
          find: () => player.evaluate((video: HTMLVideoElement) => video.videoWidth > 0),
        });
        expect(await (await context.request.get(tab.url())).body()).toEqual(videoBytes);
        await tab.close();
      };
      await expectPlayable(row.getByRole('link', { name: `${orderNumber}-01 の動画を見る` }));

      // An uploaded video that is not yet delivered is still listed after a reload.
      await page.reload();
      await openOrder(page, orderNumber);
      await row.getByText('アップロードした動画').waitFor();
      await row.getByText('finished.mp4').waitFor();
      await card.getByRole('textbox').fill(`${VIDEO_SITE}/2`);
      const deliver = card.getByRole('button', { name: '納品', exact: true });
      const confirmDialog = page.getByRole('dialog', { name: '納品する動画の確認' });
      await deliver.click();
      await confirmDialog.getByText(/向きの動画です（\d+×\d+）。/).waitFor();
      await inspect('admin-delivery-doubts');
      await confirmDialog.getByRole('button', { name: '戻って確認する' }).click();
      await confirmDialog.waitFor({ state: 'hidden' });
      expect(await urlsOf(orderNumber)).toEqual([null, null]);
      await deliver.click();
      await confirmDialog.getByRole('button', { name: 'このまま納品する' }).click();
      await expectToastAndClose(page, { title: '納品完了', text: `注文番号 ${orderNumber}` });
      expect(await urlsOf(orderNumber)).toEqual([expect.stringMatching(STORED), `${VIDEO_SITE}/2`]);
      await page.getByRole('tab', { name: '対応済み' }).click();
      await openOrder(page, orderNumber);
      await card.getByText('アップロードした動画').waitFor();
      await expectPlayable(card.getByRole('link', { name: `${orderNumber}-01 の動画を見る` }));

      // A replacement with the wrong orientation requires a confirmation too.
      await page.goto(`${ORDERS}&view=handled&order=${orderNumber}`);
      const replace = `${orderNumber}-01 の動画を差し替える`;
      await page.getByRole('button', { name: replace }).click();
      const form = page.getByRole('group', { name: replace });
      await form.locator('input[type=file]').setInputFiles(files.pathOf('finished.mp4'));
      await form.getByRole('button', { name: 'この動画をアップロード' }).click();
      await form.getByText('アップロードした動画').waitFor();
      const before = await urlsOf(orderNumber);
      await form.getByRole('button', { name: '差し替えてお客様に知らせる' }).click();
      await form.getByText(/向きの動画です（\d+×\d+）。/).waitFor();
      expect(await urlsOf(orderNumber)).toEqual(before);
      await inspect('admin-replace-doubt');
      await form.getByRole('button', { name: 'このまま差し替える' }).click();
      await expectToastAndClose(page, { title: '動画を差し替えました', text: 'お客様にメールでお知らせします。' });
      expect(await urlsOf(orderNumber)).toEqual([expect.stringMatching(STORED), `${VIDEO_SITE}/2`]);
      expect(await urlsOf(orderNumber)).not.toEqual(before);
      expect(wrong()).toEqual([]);
      await files.remove();
      await context.close();
    }, 120_000);

    test('when a folder has videos for many orders, then only certain or chosen matches are delivered, once, and a doubtful video requires a confirmation', async () => {
      const one = await office.buy({ email: 'bulk-one@example.jp', count: 2 });
      const two = await office.buy({ email: 'bulk-two@example.jp', count: 1 });
      const [first, second] = one.lines;
      if (!first || !second) throw new Error('Expected an order of two videos');
      const fileName = ({ athleteNumber, style }: { athleteNumber: string; style: string }) =>
        `${CONTEST}_${ONLY_CATEGORY}_${athleteNumber}_${style[0]}.mp4`;
      const fileNameWithoutStyle = ({ athleteNumber }: { athleteNumber: string }) => `${CONTEST}_${ONLY_CATEGORY}_${athleteNumber}.mp4`;
      const files = await writeFiles({
        [`videos/${fileName(first)}`]: await encodeVideo({ ...dimensionsFor(first.style), seconds: 1 }),
        [`videos/${fileNameWithoutStyle(second)}`]: await encodeVideo({ ...dimensionsFor(second.style), seconds: 2 }),
        'videos/余り_999_縦.mp4': mp4Of(320_000),
        'videos/memo.txt': 'no video',
      });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      await orderCard(page, two.orderNumber).waitFor();
      await page.getByRole('button', { name: '一括納品' }).click();
      const dialog = page.getByRole('dialog', { name: '一括納品' });
      const choose = () => dialog.locator('input[webkitdirectory]').setInputFiles(files.pathOf('videos'));
      await choose();
      await dialog.getByText('memo.txt（動画ではありません）').waitFor();
      await dialog.getByText('videos/余り_999_縦.mp4').first().waitFor();
      const row = (lineId: string) => dialog.getByRole('row').filter({ hasText: lineId });
      const confirm = (count: number) => dialog.getByRole('button', { name: `${count}件の注文を納品してメールを送信` });
      const fileOf = (lineId: string) => dialog.getByRole('combobox', { name: `${lineId} の動画ファイル` });
      await row(first.id).getByText('確実').waitFor();
      await row(second.id).getByText('要確認').waitFor();
      await dialog.getByText('縦・横が確認できません').waitFor();
      // Both customers ordered the video of the first athlete. The first order still lacks its second video.
      await row(`${two.orderNumber}-01`).getByText('確実').waitFor();
      await dialog.getByText(`次の注文は今回は納品されません：${one.orderNumber}`).waitFor();
      await confirm(1).waitFor();
      await inspect('admin-bulk-delivery');

      await fileOf(second.id).selectOption({ label: `videos/${fileNameWithoutStyle(second)}` });
      await confirm(2).waitFor();
      await fileOf(`${two.orderNumber}-01`).selectOption({ label: '選択しない' });
      await confirm(1).click();
      const resultMessage = dialog.getByRole('status').filter({ hasText: '1件の注文を納品しました。' });
      await resultMessage.waitFor();
      // The pressed button is removed, so the focus moves to the result.
      await resultMessage.and(page.locator(':focus')).waitFor();
      await inspect('admin-bulk-delivered');
      expect(await urlsOf(one.orderNumber)).toEqual([expect.stringMatching(STORED), expect.stringMatching(STORED)]);
      expect(await urlsOf(two.orderNumber)).toEqual([null]);

      await choose();
      await row(`${two.orderNumber}-01`).getByText('確実').waitFor();
      expect(await row(first.id).count()).toBe(0);

      // A corrupt file with a valid name: the browser does not detect it, but the server does.
      const sent: string[] = [];
      page.on('request', (request) => request.url().endsWith('/chunked-init') && sent.push(request.url()));
      await writeFile(files.pathOf(`videos/${fileName(first)}`), mp4Of(300_000));
      const doubtful = dialog.getByRole('alert').filter({ hasText: '要確認：1件の注文はまだ納品していません' });
      for (const _run of ['uploaded', 'not uploaded again']) {
        await choose();
        await confirm(1).click();
        await doubtful.getByText('動画を読み取れませんでした。').waitFor();
      }
      expect([sent.length, await urlsOf(two.orderNumber)]).toEqual([1, [null]]);
      await inspect('admin-bulk-doubts');
      await doubtful.getByRole('button', { name: 'このまま納品する' }).click();
      await doubtful.waitFor({ state: 'detached' });
      await dialog.getByText('1件の注文を納品しました。').waitFor();
      expect(await urlsOf(two.orderNumber)).toEqual([expect.stringMatching(STORED)]);
      expect(wrong()).toEqual([]);
      await files.remove();
      await context.close();
    }, 120_000);
  });
};
