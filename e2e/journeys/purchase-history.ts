import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, formatPrice, formatYen, includedTax } from '@stagereel/contracts';
import type { Locator, Page } from 'playwright-core';
import { fillRegistration, memberButton, newMember, PASSWORD, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { customerSizes } from '../support/sizes.ts';

const card = (page: Page, orderNumber: string) => page.getByRole('article', { name: `注文番号 ${orderNumber}` });
const downloadLinks = (orders: Locator) => orders.getByRole('link', { name: /^ダウンロード（/ });

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
  /** Opens a window with a new member signed in. */
  const openAs = async (email: string, size?: Parameters<typeof shop.open>[0]) => {
    const member = await newMember(shop.stack(), email);
    const window = await shop.open(size);
    await signIn(window.page, member);
    return window;
  };

  describe.each(customerSizes)('the purchase history with the %s screen size', (size) => {
    test('when an order is delivered while the history is open, then a return to the tab replaces its orange badge by a green button, which opens its page in a new tab (customer 2.44, 7.21)', async () => {
      const email = `has-history-on-${size}@example.jp`;
      const order = await desk.buy({ email, count: 1 });
      const { page, context, inspect, wrong } = await openAs(email, size);
      await page.goto('/');
      await memberButton(page, email).click();
      const responsePromise = page.waitForResponse('**/api/user/orders');
      await page.getByRole('banner').getByRole('link', { name: '購入履歴' }).click();
      await responsePromise;
      await page.getByRole('main').getByText(email, { exact: true }).waitFor();
      const badge = card(page, order.orderNumber).locator('.status-badge');
      await badge.waitFor();
      expect(await badge.textContent()).toBe('納品待ち');
      const hue = await backgroundHueOf(badge);
      expect(hue).toBeGreaterThan(15);
      expect(hue).toBeLessThan(45);

      const pageId = await desk.deliver(order);
      await returnToTab(page);
      const download = downloadLinks(card(page, order.orderNumber));
      await download.waitFor();
      const green = await backgroundHueOf(download);
      expect(green).toBeGreaterThan(140);
      expect(green).toBeLessThan(185);
      await inspect('purchase-history');

      const [tab] = await Promise.all([context.waitForEvent('page'), download.click()]);
      await tab.getByRole('heading', { level: 1, name: '動画のダウンロード' }).waitFor();
      expect(new URL(tab.url()).pathname).toBe(`/download/${pageId}`);
      expect(new URL(page.url()).pathname).toBe('/purchase-history');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  describe('the purchase history', () => {
    test('when a guest has ordered, then the order appears in a history only after a registration has verified the email address (customer 1.5)', async () => {
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
      await page.waitForURL('**/registration-success');
      await memberButton(page, email).click();
      await page.getByRole('banner').getByRole('link', { name: '購入履歴' }).click();
      await card(page, orderNumber).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when an order is refunded partially and then fully, then the history, its receipt and its download page show that', async () => {
      const email = 'was-refunded@example.jp';
      const order = await desk.buyDelivered({ email, count: 2 });
      const { page, context, inspect, wrong } = await openAs(email);
      await order.refund(1_234);
      await page.goto('/purchase-history');
      await card(page, order.orderNumber).getByText('一部返金済み').waitFor();
      expect(await downloadLinks(card(page, order.orderNumber)).count()).toBe(2);
      await card(page, order.orderNumber)
        .getByRole('link', { name: /領収書/ })
        .click();
      await page.getByRole('button', { name: '発行する', exact: true }).click();
      const remaining = order.amount - 1_234;
      for (const text of [formatYen(order.amount), '−¥1,234', formatPrice(remaining), formatYen(includedTax(remaining))]) {
        await page.getByRole('article', { name: '領収書' }).getByText(text, { exact: true }).first().waitFor();
      }
      await inspect('receipt-partly-refunded');

      await page.goto(`/download/${order.pageId}`);
      const downloadButtons = page.getByRole('button', { name: 'ダウンロード', exact: true });
      await downloadButtons.first().waitFor();
      await order.refund();
      await downloadButtons.first().click();
      await page.getByRole('alert').filter({ hasText: 'ダウンロードエラー' }).getByText(errorCatalogue.DownloadRefunded.message).waitFor();
      await page.reload();
      await page
        .getByRole('alert')
        .filter({ hasText: 'ダウンロードできません' })
        .getByText(errorCatalogue.DownloadRefunded.message)
        .waitFor();
      await page.goto(`/receipt/${order.orderNumber}`);
      await page.getByText(errorCatalogue.ReceiptRefunded.message).waitFor();
      await page.goto('/purchase-history');
      await card(page, order.orderNumber).getByText('返金済み', { exact: true }).first().waitFor();
      expect(await downloadLinks(card(page, order.orderNumber)).count()).toBe(0);
      await inspect('purchase-history-refunded');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
