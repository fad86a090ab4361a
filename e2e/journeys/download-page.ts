import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, orderDeliverySubject } from '@stagereel/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { endClaims, endPage } from '../support/order-book.ts';
import { type OrderDesk, VIDEO_SITE } from '../support/order-desk.ts';

const downloadButtons = (page: Page) => page.getByRole('button', { name: 'ダウンロード', exact: true });
const againButton = (page: Page) => page.getByRole('button', { name: 'もう一度ダウンロード' });
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

/** Responds for the external site of the delivered videos, which does not exist in tests, with a file to save. */
const serveVideos = (context: BrowserContext) =>
  context.route(`${VIDEO_SITE}/**`, (route) =>
    route.fulfill({ headers: { 'content-disposition': 'attachment; filename="video.mp4"' }, contentType: 'video/mp4', body: 'video' }),
  );

/** The download page that the delivery mail links to. */
export const downloadPageJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  /** Opens a guest's window that can download the videos. */
  const open = async (size?: Parameters<typeof shop.open>[0]) => {
    const window = await shop.open(size);
    await serveVideos(window.context);
    return window;
  };

  describe('a download page', () => {
    test('when a guest opens the mailed link, then this browser can download a video twice, and a browser that was slower only the other video (customer 2.35, 7.24)', async () => {
      const email = 'downloads-twice@example.jp';
      const { orderNumber, lines } = await desk.buyDelivered({ email, count: 2 });
      const mail = await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(orderDeliverySubject(orderNumber)) });
      const path = String(/\/download\/[\w-]+(?!.*receipt)/.exec(mail.text)?.[0]);
      const { page, context, inspect, wrong } = await open();
      const stranger = await open('desk');
      for (const visitor of [page, stranger.page]) {
        await visitor.goto(path);
        await downloadButtons(visitor).first().waitFor();
        expect(await downloadButtons(visitor).count()).toBe(2);
      }
      const details = page.getByRole('main').locator('dl').first();
      await details.getByText(orderNumber, { exact: true }).waitFor();
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
      await inspect('download-open');

      const [saved] = await Promise.all([page.waitForEvent('download'), downloadButtons(page).first().click()]);
      expect(saved.url()).toMatch(new RegExp(`^${VIDEO_SITE}/`));
      await page.getByText('ダウンロード開始済み').waitFor();
      await page.getByRole('status').filter({ hasText: 'ダウンロードを開始しました。' }).waitFor();
      await inspect('download-claimed-here');
      const [again] = await Promise.all([page.waitForEvent('download'), againButton(page).click()]);
      expect(again.url()).toBe(saved.url());

      await downloadButtons(stranger.page).first().click();
      await alert(stranger.page, 'ダウンロードエラー').getByText(errorCatalogue.DownloadClaimedElsewhere.message).waitFor();
      await stranger.page.getByText('別のブラウザで開始済み').waitFor();
      expect(await downloadButtons(stranger.page).evaluateAll((buttons) => buttons.map((button) => button.matches(':disabled')))).toEqual([
        true,
        false,
      ]);
      await stranger.inspect('download-claimed-elsewhere');
      // Without its cookies the browser gets a new one with the first claim, and the page claims again.
      await stranger.context.clearCookies();
      await tabTo(stranger.page, downloadButtons(stranger.page).last());
      await Promise.all([stranger.page.waitForEvent('download'), stranger.page.keyboard.press('Enter')]);
      await againButton(stranger.page).waitFor();
      await waitForFocus(againButton(stranger.page));
      expect([...wrong(), ...stranger.wrong()]).toEqual([]);
      await Promise.all([context.close(), stranger.context.close()]);
    });

    test('when the thirty days end after one download has started, then this browser can repeat only that download, and only for one day, and the receipt stays available (customer 2.36, 4.9, 8.11)', async () => {
      const { orderNumber, pageId } = await desk.buyDelivered({ email: 'begun-in-time@example.jp', count: 2 });
      const { page, context, inspect, wrong } = await open('phone');
      await page.goto(`/download/${pageId}`);
      await Promise.all([page.waitForEvent('download'), downloadButtons(page).first().click()]);
      await againButton(page).waitFor();
      await endPage({ stack: shop.stack(), pageId });
      await downloadButtons(page).first().click();
      const notice = alert(page, errorCatalogue.DownloadPageExpired.message).filter({ hasText: 'お問い合わせ' });
      await notice.waitFor();
      expect(await notice.evaluate((element) => element.getAttribute('style') ?? '')).toContain('red');
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
      await page.getByRole('link', { name: '領収書' }).click();
      await page.getByLabel('宛名').fill('山田 太郎');
      await page.getByRole('button', { name: '発行する', exact: true }).click();
      await page.getByRole('article', { name: '領収書' }).getByText(`${orderNumber}-R1`).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
