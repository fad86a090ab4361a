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

/** Videos that the shop stores itself: uploaded to one order line, or to many orders at once. */
export const finishedVideoJourneys = (office: BackOffice): void => {
  describe('finished videos', () => {
    beforeAll(office.stock);

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
    });

    test('when the server has doubts about a video of a bulk delivery, then it requires a confirmation, and uploads nothing twice', async () => {
      const { orderNumber, lines } = await office.buy({ email: 'bulk-doubt@example.jp', count: 1 });
      const [line] = lines;
      if (!line) throw new Error('Expected an order of one video');
      const fileName = `${CONTEST}_${ONLY_CATEGORY}_${line.athleteNumber}_${line.style[0]}.mp4`;
      const files = await writeFiles({ [`videos/${fileName}`]: mp4Of(300_000), 'videos/memo.txt': 'no video' });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      await orderCard(page, orderNumber).waitFor();
      await page.getByRole('button', { name: '一括納品' }).click();
      const dialog = page.getByRole('dialog', { name: '一括納品' });
      const confirm = dialog.getByRole('button', { name: '1件の注文を納品してメールを送信' });

      // A corrupt file with a valid name: the browser does not detect it, but the server does.
      const sent: string[] = [];
      page.on('request', (request) => request.url().endsWith('/chunked-init') && sent.push(request.url()));
      const doubtful = dialog.getByRole('alert').filter({ hasText: '要確認：1件の注文はまだ納品していません' });
      for (const _run of ['uploaded', 'not uploaded again']) {
        await dialog.locator('input[webkitdirectory]').setInputFiles(files.pathOf('videos'));
        await dialog.getByText('memo.txt（動画ではありません）').waitFor();
        await confirm.click();
        await doubtful.getByText('動画を読み取れませんでした。').waitFor();
      }
      expect([sent.length, await urlsOf(orderNumber)]).toEqual([1, [null]]);
      await inspect('admin-bulk-doubts');
      await doubtful.getByRole('button', { name: 'このまま納品する' }).click();
      await doubtful.waitFor({ state: 'detached' });
      const resultMessage = dialog.getByRole('status').filter({ hasText: '1件の注文を納品しました。' });
      await resultMessage.waitFor();
      // The pressed button is removed, so the focus moves to the result.
      await resultMessage.and(page.locator(':focus')).waitFor();
      expect(await urlsOf(orderNumber)).toEqual([expect.stringMatching(STORED)]);
      expect(wrong()).toEqual([]);
      await files.remove();
      await context.close();
    });
  });
};
