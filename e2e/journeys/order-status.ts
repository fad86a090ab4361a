import { describe, expect, test } from '@jest/globals';
import { orderConfirmationSubject } from '@stagereel/contracts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import type { OrderDesk } from '../support/order-desk.ts';

/** Longer than the page waits before it asks again. */
const POLL_MS = 31_000;

/** The status page, which a customer opens from the confirmation mail. */
export const orderStatusJourneys = (shop: ShopAndBrowser, desk: OrderDesk): void => {
  describe('the status page', () => {
    test('when the customer opens it from the confirmation mail, then it shows the delivery by itself, and its link leads to no video', async () => {
      const email = 'watches-the-status@example.jp';
      const order = await desk.buy({ email, count: 2 });
      const { mailbox } = shop.stack();
      const mail = await mailbox.waitFor({ to: email, subject: new RegExp(orderConfirmationSubject(order.orderNumber)) });
      const path = String(/\/order-status\/[\w-]{43}/.exec(mail.text)?.[0]);

      const { page, context, inspect, wrong } = await shop.open();
      await page.clock.install();
      await page.goto(path);
      await page.getByRole('heading', { level: 2, name: '動画を制作しています' }).waitFor();
      await page.getByText(order.orderNumber, { exact: true }).waitFor();
      expect(await page.getByText('納品待ち', { exact: true }).count()).toBe(2);
      await inspect('order-status-in-production');

      const pageId = await desk.deliver(order);
      await page.clock.fastForward(POLL_MS);
      await page.getByRole('heading', { level: 2, name: '動画を納品しました' }).waitFor();
      await page.getByRole('status').filter({ hasText: 'ご注文の状況が変わりました。動画を納品しました。' }).waitFor();
      await inspect('order-status-delivered');
      const html = await page.content();
      for (const secret of [pageId, email]) expect(html).not.toContain(secret);

      await page.getByRole('link', { name: 'ダウンロードのご案内メールを再送する' }).click();
      await page.waitForURL('**/order-lookup');
      expect(await page.getByLabel('注文番号').inputValue()).toBe(order.orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
