import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { emailField, fillRegistration, memberButton, newMember, PASSWORD, sendCredentials, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { tabTo } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const card = (page: Page, orderNumber: string) => page.getByRole('article', { name: `注文番号 ${orderNumber}` });
const downloadLinks = (orders: Locator) => orders.getByRole('link', { name: /^ダウンロード（/ });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: '購入履歴を読み込めませんでした' });

/** Simulates the return to the tab: a headless window is always visible and fires no such event itself. */
const returnToTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

/** The hue of an element's background color, in degrees. */
const backgroundHueOf = (target: Locator): Promise<number> =>
  target.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('The browser provides no 2D canvas');
    canvas.fillStyle = getComputedStyle(element).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    return (degrees + 360) % 360;
  });

/** The purchase history of a member, and who may see it. */
export const purchaseHistoryJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  const ledger = openTextLedger('purchase-history');

  /** Opens a window with a new member signed in. */
  const openAs = async (email: string, size?: Parameters<typeof shop.open>[0]) => {
    const member = await newMember(shop.stack(), email);
    const window = await shop.open(size);
    await signIn(window.page, member);
    return { ...window, member };
  };

  describe.each(['phone', 'desk'] as const)('the purchase history with the %s screen size', (size) => {
    test('when one order is delivered and another is not, then the first has green buttons that open its page in a new tab, and the second has an orange badge', async () => {
      const email = `has-history-on-${size}@example.jp`;
      const delivered = await desk.buyDelivered({ email, count: 2 });
      const undelivered = await desk.buy({ email, count: 1 });
      const { page, context, inspect, wrong } = await openAs(email, size);
      await page.goto('/');
      await memberButton(page, email).click();
      const responsePromise = page.waitForResponse('**/api/user/orders');
      await page.getByRole('menuitem', { name: '購入履歴' }).click();
      await responsePromise;
      await page.getByRole('main').getByText(email, { exact: true }).waitFor();
      await card(page, undelivered.orderNumber).waitFor();
      expect(await page.getByRole('article').allTextContents()).toEqual([
        expect.stringContaining(undelivered.orderNumber),
        expect.stringContaining(delivered.orderNumber),
      ]);
      await ledger.see(page, '納品待ち');
      const badge = card(page, undelivered.orderNumber).locator('.status-badge');
      expect(await badge.textContent()).toBe('納品待ち');
      const hue = await backgroundHueOf(badge);
      expect(hue).toBeGreaterThan(15);
      expect(hue).toBeLessThan(45);

      const order = card(page, delivered.orderNumber);
      await order.getByText(/^\d{4}年\d{1,2}月\d{1,2}日\(.\)$/).waitFor();
      expect(await order.getByRole('columnheader').allTextContents()).toEqual([
        '大会名',
        'カテゴリー',
        'ゼッケン番号',
        '動画の向き',
        '価格',
        '動画',
      ]);
      for (const { contestName, category, athleteNumber, style, price } of delivered.lines) {
        const row = order.getByRole('row').filter({ hasText: athleteNumber });
        for (const text of [contestName, category, style, `¥${price.toLocaleString('ja-JP')}`]) await row.getByText(text).first().waitFor();
        expect(await row.textContent()).toContain('（税込）');
      }
      expect(await downloadLinks(order).count()).toBe(2);
      const green = await backgroundHueOf(downloadLinks(order).first());
      expect(green).toBeGreaterThan(140);
      expect(green).toBeLessThan(185);
      await inspect('purchase-history');

      const [tab] = await Promise.all([context.waitForEvent('page'), downloadLinks(order).first().click()]);
      await tab.getByRole('heading', { level: 1, name: '動画のダウンロード' }).waitFor();
      expect(new URL(tab.url()).pathname).toBe(`/download/${delivered.pageId}`);
      expect(new URL(page.url()).pathname).toBe('/purchase-history');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a guest opens it, then it links to the registration and to the login, which returns to it', async () => {
      const member = await newMember(shop.stack(), `looks-at-history-on-${size}@example.jp`);
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/purchase-history');
      await page.getByText('購入履歴を見るには、ログインしてください。').waitFor();
      const main = page.getByRole('main');
      expect(await main.getByRole('link', { name: '会員登録' }).getAttribute('href')).toBe('/register');
      expect(await main.getByRole('link', { name: 'ご注文の照会' }).getAttribute('href')).toBe('/order-lookup');
      await inspect('purchase-history-guest');
      await main.getByRole('link', { name: 'ログイン' }).click();
      await sendCredentials(page, member);
      await page.waitForURL('**/purchase-history');
      await ledger.see(page, '購入した商品はまだありません');
      await inspect('purchase-history-empty');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the purchase history', () => {
    test('when the shop is slow or unavailable, then the page shows that, keeps the loaded orders, and retry loads them again', async () => {
      const email = 'has-slow-history@example.jp';
      const { orderNumber } = await desk.buy({ email, count: 1 });
      const { page, context, inspect, wrong } = await openAs(email);
      const release = await holdBack(page, '**/api/user/orders');
      await page.goto('/purchase-history');
      await ledger.see(page, '読み込み中');
      await inspect('purchase-history-loading');
      await release();
      await card(page, orderNumber).waitFor();

      const orders = shop.stack().service('orders');
      await orders.stop();
      await returnToTab(page);
      await failure(page).waitFor();
      await card(page, orderNumber).waitFor();
      await inspect('purchase-history-stale');
      await page.reload();
      await failure(page).waitFor();
      expect(await card(page, orderNumber).count()).toBe(0);
      await inspect('purchase-history-failed');
      await orders.start();
      await page.getByRole('button', { name: '再試行' }).click();
      await card(page, orderNumber).waitFor();
      await failure(page).waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the videos are delivered while it is open, then a return to the tab shows them, and the keyboard opens them', async () => {
      const email = 'awaits-delivery@example.jp';
      const order = await desk.buy({ email, count: 1 });
      const { page, context, wrong } = await openAs(email, 'desk');
      await page.goto('/purchase-history');
      await card(page, order.orderNumber).getByText('納品待ち').waitFor();
      const pageId = await desk.deliver(order);
      await returnToTab(page);
      const download = downloadLinks(card(page, order.orderNumber));
      await download.waitFor();
      await tabTo(page, card(page, order.orderNumber).getByRole('link', { name: /領収書/ }));
      await tabTo(page, download);
      const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
      await tab.waitForURL(`**/download/${pageId}`);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a guest has ordered, then the order appears in a history only after a registration has verified the email address', async () => {
      const email = 'ordered-as-guest@example.jp';
      const { mailbox, newCustomer } = shop.stack();
      const { orderNumber } = await desk.buy({ email, count: 1 });
      const stranger = newCustomer();
      const registration = { email, name: '試験 太郎', password: PASSWORD, confirmPassword: PASSWORD, agreesToTerms: true };
      await stranger.call({ method: 'POST', path: '/api/register', body: registration });
      await expect(stranger.logIn({ email, password: PASSWORD })).rejects.toMatchObject({ status: 401 });

      const { page, context, wrong } = await shop.open();
      await page.goto('/register');
      await fillRegistration(page, email);
      const except = await mailbox.idsOf(email);
      await page.getByRole('button', { name: '認証コードを送信する' }).click();
      await page.getByLabel('認証コード 1桁目').waitFor();
      const orders = await page.request.get('/api/user/orders');
      expect(orders.status()).toBe(401);
      await typeCode(page, await mailbox.waitForCode({ to: email, except }));
      await page.getByRole('button', { name: '認証して登録する' }).click();
      await page.waitForURL('**/registration-success');
      await memberButton(page, email).click();
      await page.getByRole('menuitem', { name: '購入履歴' }).click();
      await card(page, orderNumber).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when an order is refunded, then it shows whether fully or partially, and a fully refunded order has no downloads', async () => {
      const email = 'was-refunded@example.jp';
      const whole = await desk.buyDelivered({ email, count: 1 });
      const partly = await desk.buyDelivered({ email, count: 2 });
      await whole.refund();
      await partly.refund(1_000);
      const { page, context, inspect, wrong } = await openAs(email);
      await page.goto('/purchase-history');
      await card(page, partly.orderNumber).getByText('一部返金済み').waitFor();
      expect(await downloadLinks(card(page, partly.orderNumber)).count()).toBe(2);
      await card(page, whole.orderNumber).getByText('返金済み', { exact: true }).waitFor();
      expect(await downloadLinks(card(page, whole.orderNumber)).count()).toBe(0);
      expect(
        await card(page, whole.orderNumber)
          .getByRole('link', { name: /領収書/ })
          .count(),
      ).toBe(0);
      await inspect('purchase-history-refunded');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session has ended, then a return to the tab leads to the login, which returns to the history', async () => {
      const { page, context, inspect, wrong, member } = await openAs('was-away@example.jp', 'desk');
      await page.goto('/purchase-history');
      await ledger.see(page, '購入した商品はまだありません');
      await page.request.post('/api/logout');
      await returnToTab(page);
      await page.waitForURL('**/login');
      await page.getByRole('main').getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
      expect(await emailField(page).inputValue()).toBe('');
      await inspect('purchase-history-session-expired');
      await sendCredentials(page, member);
      await page.waitForURL('**/purchase-history');
      await ledger.see(page, '購入した商品はまだありません');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when all tests of the purchase history have run, then every text that the specification quotes was shown', () => {
      expect(ledger.unseen()).toEqual([]);
    });
  });
};
