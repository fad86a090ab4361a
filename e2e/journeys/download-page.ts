import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, orderDeliverySubject } from '@stagereel/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { endClaims, endPage } from '../support/order-book.ts';
import { type OrderDesk, VIDEO_SITE } from '../support/order-desk.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: '動画のダウンロード' });
const downloadButtons = (page: Page) => page.getByRole('button', { name: 'ダウンロード', exact: true });
const againButton = (page: Page) => page.getByRole('button', { name: 'もう一度ダウンロード' });
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Responds for the external site of the delivered videos, which does not exist in tests, with a file to save. */
const serveVideos = (context: BrowserContext) =>
  context.route(`${VIDEO_SITE}/**`, (route) =>
    route.fulfill({ headers: { 'content-disposition': 'attachment; filename="video.mp4"' }, contentType: 'video/mp4', body: 'film' }),
  );

/** The download page that the delivery mail links to. */
export const downloadPageJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** Opens a guest's window that can download the videos. */
  const open = async (size?: Parameters<typeof shop.open>[0]) => {
    const window = await shop.open(size);
    await serveVideos(window.context);
    return window;
  };

  describe.each(['phone', 'desk'] as const)('a download page with the %s screen size', (size) => {
    test('when a guest opens the mailed link, then this browser can download a video twice, and another browser cannot', async () => {
      const email = `downloads-on-${size}@example.jp`;
      const { orderNumber, lines } = await desk.buyDelivered({ email, count: 2 });
      const mail = await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderDeliverySubject(orderNumber)) });
      const path = String(/\/download\/[\w-]+(?!.*receipt)/.exec(mail.text)?.[0]);
      const { page, context, inspect, wrong } = await open(size);
      await page.goto(path);
      await downloadButtons(page).first().waitFor();
      const details = page.getByRole('main').locator('dl').first();
      await details.getByText(orderNumber, { exact: true }).waitFor();
      expect(await details.locator('dt').allTextContents()).toEqual(['注文番号', '作成日時', '有効期限']);
      for (const time of await details.locator('dd').allTextContents())
        expect(time).toMatch(/^(\d{8}|\d{4}年\d+月\d+日\(.\) \d{2}:\d{2})$/);
      const videos = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: downloadButtons(page) });
      for (const { contestName, category, athleteNumber, style, price } of lines) {
        const video = videos.filter({ hasText: athleteNumber });
        for (const text of [contestName, category, style, `¥${price.toLocaleString('ja-JP')}`])
          await video.getByText(text).first().waitFor();
        await video.getByText('ダウンロードできます').waitFor();
      }
      expect(await downloadButtons(page).count()).toBe(2);
      // A video on an external site has no preview.
      expect(await page.locator('video').count()).toBe(0);
      await inspect('download-open');

      const [saved] = await Promise.all([page.waitForEvent('download'), downloadButtons(page).first().click()]);
      expect(saved.url()).toMatch(new RegExp(`^${VIDEO_SITE}/`));
      await page.getByText('ダウンロード開始済み').waitFor();
      await page.getByRole('status').filter({ hasText: 'ダウンロードを開始しました。' }).waitFor();
      await page.getByText(/^このブラウザでは、\d{4}年.*までもう一度ダウンロードできます。$/).waitFor();
      await inspect('download-claimed-here');
      const [again] = await Promise.all([page.waitForEvent('download'), againButton(page).click()]);
      expect(again.url()).toBe(saved.url());

      const stranger = await shop.open(size);
      await stranger.page.goto(path);
      await stranger.page.getByText('別のブラウザで開始済み').waitFor();
      await stranger.page.getByText(errorCatalogue.DownloadClaimedElsewhere.message).waitFor();
      expect(await downloadButtons(stranger.page).evaluateAll((buttons) => buttons.map((button) => button.matches(':disabled')))).toEqual([
        true,
        false,
      ]);
      await stranger.inspect('download-claimed-elsewhere');
      expect([...wrong(), ...stranger.wrong()]).toEqual([]);
      await Promise.all([context.close(), stranger.context.close()]);
    }, 120_000);

    test('when the thirty days are over, then a red notice appears after a click or a reload, and all buttons are disabled', async () => {
      const { orderNumber, pageId } = await desk.buyDelivered({ email: `too-late-on-${size}@example.jp`, count: 2 });
      const { page, context, inspect, wrong } = await open(size);
      await page.goto(`/download/${pageId}`);
      await downloadButtons(page).first().waitFor();
      await endPage({ stack: shop.stack(), pageId });
      await downloadButtons(page).first().click();
      const notice = alert(page, errorCatalogue.DownloadPageExpired.message).filter({ hasText: 'お問い合わせ' });
      await notice.waitFor();
      await page.reload();
      await notice.waitFor();
      await page.getByText(orderNumber, { exact: true }).waitFor();
      expect(await downloadButtons(page).evaluateAll((buttons) => buttons.map((button) => button.matches(':disabled')))).toEqual([
        true,
        true,
      ]);
      expect(await notice.evaluate((element) => element.getAttribute('style') ?? '')).toContain('red');
      await inspect('download-expired');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a download page', () => {
    test('when only the keyboard is used, then Enter downloads the video', async () => {
      const { pageId } = await desk.buyDelivered({ email: 'downloads-by-keyboard@example.jp', count: 1 });
      const { page, context, wrong } = await open('desk');
      await page.goto(`/download/${pageId}`);
      await downloadButtons(page).waitFor();
      await tabTo(page, page.getByRole('link', { name: '領収書' }));
      await tabTo(page, downloadButtons(page));
      await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      await againButton(page).waitFor();
      await waitForFocus(againButton(page));
      await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the thirty days end after one download has started, then this browser can repeat only that download, and only for one day', async () => {
      const { pageId } = await desk.buyDelivered({ email: 'begun-in-time@example.jp', count: 2 });
      const { page, context, inspect, wrong } = await open('phone');
      await page.goto(`/download/${pageId}`);
      await Promise.all([page.waitForEvent('download'), downloadButtons(page).first().click()]);
      await againButton(page).waitFor();
      await endPage({ stack: shop.stack(), pageId });
      await page.reload();
      await alert(page, 'このブラウザでダウンロードを開始した動画').waitFor();
      await page.getByText(/^このブラウザでは、\d{4}年.*までもう一度ダウンロードできます。$/).waitFor();
      expect(await downloadButtons(page).evaluateAll((buttons) => buttons.map((button) => button.matches(':disabled')))).toEqual([true]);
      await Promise.all([page.waitForEvent('download'), againButton(page).click()]);
      await page.getByRole('status').filter({ hasText: 'ダウンロードを開始しました。' }).waitFor();
      await inspect('download-expired-claimed-here');

      // After that day the page still shows which video was downloaded.
      await endClaims({ stack: shop.stack(), pageId });
      await page.reload();
      await page.getByText('ダウンロード済み', { exact: true }).waitFor();
      expect(await page.getByText('ダウンロードできます', { exact: true }).count()).toBe(0);
      await inspect('download-expired-used-up');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when another browser has claimed the video first, then a click shows the error, and the page shows the new state', async () => {
      const { pageId, lines } = await desk.buyDelivered({ email: 'too-slow@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await open();
      await page.goto(`/download/${pageId}`);
      await downloadButtons(page).waitFor();
      await shop.stack().newCustomer().claim(pageId, String(lines[0]?.id));
      await downloadButtons(page).click();
      await alert(page, 'ダウンロードエラー').getByText(errorCatalogue.DownloadClaimedElsewhere.message).waitFor();
      await page.getByText('別のブラウザで開始済み').waitFor();
      expect(await downloadButtons(page).isDisabled()).toBe(true);
      await inspect('download-too-slow');

      await endClaims({ stack: shop.stack(), pageId });
      await page.reload();
      await page.getByText('ダウンロード済み', { exact: true }).waitFor();
      await page.getByText(errorCatalogue.DownloadUsedUp.message).waitFor();
      expect(await downloadButtons(page).isDisabled()).toBe(true);
      await inspect('download-used-up');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the browser loses its cookies while the page is open, then the download still works', async () => {
      const { pageId } = await desk.buyDelivered({ email: 'lost-its-cookies@example.jp', count: 1 });
      const { page, context, wrong } = await open();
      await page.goto(`/download/${pageId}`);
      await downloadButtons(page).waitFor();
      await context.clearCookies();
      await Promise.all([page.waitForEvent('download'), downloadButtons(page).click()]);
      await againButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the browser rejects cookies, then a click explains what to do and does not use up the download', async () => {
      const { pageId, lines } = await desk.buyDelivered({ email: 'keeps-no-cookies@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await open();
      let claims = 0;
      await context.route('**/claim', async (route) => {
        claims += 1;
        // The test sends this request itself, so that no browser cookies are attached.
        const response = await fetch(route.request().url(), { method: 'POST' });
        await route.fulfill({ status: response.status, contentType: 'application/json', body: await response.text() });
      });
      await page.goto(`/download/${pageId}`);
      await downloadButtons(page).click();
      await alert(page, 'ダウンロードエラー').getByText(errorCatalogue.DownloadCookiesNeeded.message).waitFor();
      expect(claims).toBe(2);
      await page.getByText('ダウンロードできます', { exact: true }).waitFor();
      await inspect('download-without-cookies');
      const { url } = await shop.stack().newCustomer().claim(pageId, String(lines[0]?.id));
      expect(url).toBe(`${VIDEO_SITE}/${lines[0]?.id}`);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the whole order was refunded, then its videos can no longer be downloaded', async () => {
      const order = await desk.buyDelivered({ email: 'has-money-back@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await open();
      await page.goto(`/download/${order.pageId}`);
      await downloadButtons(page).waitFor();
      await order.refund();
      await downloadButtons(page).click();
      await alert(page, 'ダウンロードエラー').getByText(errorCatalogue.DownloadRefunded.message).waitFor();
      await page.reload();
      await alert(page, 'ダウンロードできません').getByText(errorCatalogue.DownloadRefunded.message).waitFor();
      expect(await page.getByRole('button', { name: 'ダウンロード' }).count()).toBe(0);
      await inspect('download-refunded');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the page does not exist, then an error card shows that', async () => {
      const { page, context, inspect, wrong } = await open();
      for (const pageId of ['q3v9Zt1nK0bXw7LrYp5sHd2mJf8cGa4eUi6oTkRlNxE', 'x', '%3Cb%3E']) {
        await page.goto(`/download/${pageId}`);
        await alert(page, errorCatalogue.DownloadPageNotFound.message).waitFor();
        expect(await page.getByRole('button', { name: '再試行' }).count()).toBe(0);
      }
      await inspect('download-not-found');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop is slow or unavailable, then the page shows that, and retry makes the download possible', async () => {
      const { pageId } = await desk.buyDelivered({ email: 'downloads-later@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await open();
      const release = await holdBack(page, `**/api/download/${pageId}`);
      await page.goto(`/download/${pageId}`);
      // In the page's own layout: the same text is shown earlier, while the code of the page is loading.
      await page.getByRole('main').getByText('読み込み中').waitFor();
      await inspect('download-loading');
      await release();
      await downloadButtons(page).waitFor();

      const orders = shop.stack().service('orders');
      await orders.stop();
      await downloadButtons(page).click();
      await alert(page, 'ダウンロードエラー').waitFor();
      await inspect('download-claim-failed');
      await page.reload();
      await alert(page, 'ダウンロードページを読み込めませんでした').waitFor();
      await inspect('download-failed');
      await orders.start();
      await page.getByRole('button', { name: '再試行' }).click();
      await Promise.all([page.waitForEvent('download'), downloadButtons(page).click()]);
      await heading(page).waitFor();
      await againButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
