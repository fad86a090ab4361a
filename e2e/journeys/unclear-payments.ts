import { describe, expect, test } from '@jest/globals';
import { CARDS } from '@stagereel/shop-client';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { fillCard, goToPayment, orderNumberOn, payButton, payBy, proveByCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { payAsMember } from '../support/payment-page.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const unclear = (page: Page) => page.getByRole('status').filter({ has: page.getByText('確認中', { exact: true }) });
const numberIn = async (page: Page): Promise<string> => String(await page.getByText(/^\d{8}$/).textContent());

/** What can happen once the card was sent: nothing says that the payment failed, and nobody pays twice. */
export const unclearPayments = ({ shop, ledger }: { shop: ShopAndBrowser; ledger: TextLedger<'payment'> }): void => {
  const paidOnce = async (orderNumber: string): Promise<void> =>
    expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded' }]);

  /** Proves an address in the same browser, as another of its tabs would. */
  const proveElsewhere = async (page: Page, email: string): Promise<void> => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    await page.request.post('/api/send-verification-code', { data: { email } });
    const code = await mailbox.waitForCode({ to: email, except });
    await page.request.post('/api/verify-email-code', { data: { email, code } });
  };

  describe('a card that was sent', () => {
    test('when the provider is still at work, the page says 確認中 with the number, also loaded anew, and ends by itself', async () => {
      const { provider } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'at-work@example.jp' });
      await fillCard(page, CARDS.ok);
      await provider.webhooks('hold');
      await provider.settlement('hold');
      await payButton(page).click();
      await unclear(page).waitFor();
      await waitForFocus(unclear(page));
      const orderNumber = await numberIn(page);
      expect(await payButton(page).isVisible()).toBe(false);
      await inspect('payment-unclear');
      await page.reload();
      await unclear(page).waitFor();
      expect(await numberIn(page)).toBe(orderNumber);

      await provider.settlement('settle');
      expect(await orderNumberOn(page)).toBe(orderNumber);
      await provider.webhooks('deliver');
      await paidOnce(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the network is cut before the answer comes, the page says 確認中, and finds the paid order once the line is back', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'cut-off@example.jp' });
      await fillCard(page, CARDS.ok);
      await page.route('**/confirm', async (route) => {
        await route.fetch();
        await context.setOffline(true);
        await route.abort('internetdisconnected');
      });
      await payButton(page).click();
      await unclear(page).waitFor();
      const orderNumber = await numberIn(page);
      await inspect('payment-cut-off');
      await paidOnce(orderNumber);
      await context.setOffline(false);
      expect(await orderNumberOn(page)).toBe(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the button is pressed twice, and once more in a second tab, the order is paid once', async () => {
      const { page, context, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'twice@example.jp' });
      const second = await context.newPage();
      await second.goto('/payment');
      await fillCard(second, CARDS.ok);
      await fillCard(page, CARDS.ok);
      const sent: string[] = [];
      context.on('request', (request) => sent.push(request.url()));
      await payButton(page).dblclick();
      const orderNumber = await orderNumberOn(page);
      expect(sent.filter((url) => url.endsWith('/confirm'))).toHaveLength(1);
      await payButton(second).click();
      expect(await orderNumberOn(second)).toBe(orderNumber);
      await paidOnce(orderNumber);
      const lines = await page.request.get('/api/user/orders');
      expect(await lines.json()).toMatchObject([{ orderNumber: `${orderNumber}-01` }]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test("when the issuer's page is left unfinished, the page offers to go on there or to take another card", async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'leaves-issuer@example.jp' });
      const leave = async () => {
        await page.getByRole('button', { name: '承認する' }).waitFor();
        await page.goBack();
        await page.getByText('カード会社での本人認証が完了していません').waitFor();
      };
      await fillCard(page, CARDS.threeDSecure);
      await payButton(page).click();
      await leave();
      await inspect('payment-issuer-left');
      await page.getByRole('button', { name: '本人認証を続ける' }).click();
      await leave();
      await page.getByRole('button', { name: 'カードを入力し直す' }).click();
      await paidOnce(await payBy(page));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a paid order that this browser may not ask for', () => {
    test('when another address was proven meanwhile, the page says so with the number, and the first address opens it again', async () => {
      const email = 'first-address@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToPayment({ stack: shop.stack(), page, email });
      await proveElsewhere(page, 'second-address@example.jp');
      await fillCard(page, CARDS.ok);
      await payButton(page).click();
      await ledger.see(page, '注文の保存に失敗しました');
      const orderNumber = await numberIn(page);
      await inspect('payment-not-recorded');
      await proveElsewhere(page, email);
      await page.getByRole('button', { name: 'もう一度確認する' }).click();
      expect(await orderNumberOn(page)).toBe(orderNumber);
      await paidOnce(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session ends while the card is sent, the customer proves the address and finds the order paid', async () => {
      const email = 'session-ends@example.jp';
      const { page, context, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email });
      await fillCard(page, CARDS.ok);
      await page.route('**/confirm', async (route) => {
        await page.request.post('/api/logout');
        await route.continue();
      });
      await payButton(page).click();
      await page.waitForURL('**/email-verification');
      const except = await shop.stack().mailbox.idsOf(email);
      await page.getByRole('button', { name: '認証コードを再送信' }).click();
      const code = await shop.stack().mailbox.waitForCode({ to: email, except });
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      await proveByCode(page, code);
      await paidOnce(await orderNumberOn(page));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
