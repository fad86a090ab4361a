import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Admin } from '@stagereel/shop-client';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { payButton, payBy, toPayment } from '../support/checkout.ts';
import { ONLY_CATEGORY, openContest } from '../support/contest.ts';
import { confirmAsMember } from '../support/payment-page.ts';

const CHOICE = [{ category: ONLY_CATEGORY, bib: '1', style: '縦動画' }] as const;

/** Prices and contests that change between the order form and the payment. */
export const changesMeanwhile = (shop: ShopAndBrowser): void => {
  describe('changes in the shop during an order', () => {
    let admin: Admin;
    beforeAll(async () => {
      admin = await shop.stack().signedInAdmin();
    }, 120_000);

    test('when the price changes before the payment, then the page shows the new price and charges exactly that', async () => {
      const contest = await openContest(admin, { name: '値上げの大会', athletes: [{ athleteNumber: '1', verticalVideoPrice: 4_000 }] });
      const { page, context, inspect, wrong } = await shop.open();
      await confirmAsMember({ stack: shop.stack(), page, email: 'new-price@example.jp', order: { slug: contest.slug, choices: CHOICE } });
      await contest.changeAthlete('1', { verticalVideoPrice: 6_000 });
      await toPayment(page).click();
      await page.getByText('新しい価格：¥6,000（税込）').waitFor();
      expect(await payButton(page).isDisabled()).toBe(true);
      await inspect('payment-new-price');
      await page.getByRole('button', { name: '合計¥6,000で続ける' }).click();
      await page.getByLabel('カード番号').waitFor();
      expect(await payButton(page).textContent()).toContain('¥6,000を支払って');
      const orderNumber = await payBy(page);
      expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded', amount: 6_000 }]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the contest is withdrawn from sale, then confirmation and payment show that, and the selection is kept until the contest is on sale again', async () => {
      const contest = await openContest(admin, { name: '取り下げの大会', athletes: [{ athleteNumber: '1' }] });
      const { page, context, inspect, wrong } = await shop.open();
      await confirmAsMember({ stack: shop.stack(), page, email: 'withdrawn@example.jp', order: { slug: contest.slug, choices: CHOICE } });
      await contest.setOnSale(false);
      await toPayment(page).click();
      await page.getByText('現在ご注文いただけない動画が含まれています。').waitFor();
      await page.getByText('この大会は現在販売していません。').waitFor();
      await inspect('payment-withdrawn');
      await page.goto('/order-confirmation');
      await page.getByText('選択した内容はこのブラウザに保存されています。').waitFor();
      expect(await toPayment(page).count()).toBe(0);
      await inspect('confirmation-withdrawn');

      await contest.setOnSale(true);
      await page.reload();
      await toPayment(page).click();
      await page.getByLabel('カード番号').waitFor();
      await payBy(page);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
