import { describe, expect, test } from '@jest/globals';
import { CARDS } from '@stagereel/shop-client';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { fillCard, goToPayment, orderNumberOn, payButton, payBy, proveByCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { payAsMember } from '../support/payment-page.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const unclear = (page: Page) => page.getByRole('status').filter({ has: page.getByText('確認中', { exact: true }) });
const readOrderNumber = async (page: Page): Promise<string> => String(await page.getByText(/^\d{8}$/).textContent());

/** Payments with an unknown result after the card was sent: the page never reports a failure, and the order is paid only once. */
export const unclearPayments = ({ shop, ledger }: { shop: ShopAndBrowser; ledger: TextLedger<'payment'> }): void => {
  const expectPaidOnce = async (orderNumber: string): Promise<void> =>
    expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded' }]);

  /** Verifies an email address in the same browser, as another tab would. */
  const verifyInOtherTab = async (page: Page, email: string): Promise<void> => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    await page.request.post('/api/send-verification-code', { data: { email } });
    const code = await mailbox.waitForCode({ to: email, except });
    await page.request.post('/api/verify-email-code', { data: { email, code } });
  };

  describe('a payment after the card was sent', () => {
    test('when the provider is still processing, then the page shows 確認中 with the order number, also after a reload, and then completes by itself', async () => {
      const { provider } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'at-work@example.jp' });
      await fillCard(page, CARDS.ok);
      await provider.webhooks('hold');
      await provider.settlement('hold');
      await payButton(page).click();
      await unclear(page).waitFor();
      await waitForFocus(unclear(page));
      const orderNumber = await readOrderNumber(page);
      expect(await payButton(page).isVisible()).toBe(false);
      await inspect('payment-unclear');
      await page.reload();
      await unclear(page).waitFor();
      expect(await readOrderNumber(page)).toBe(orderNumber);

      await provider.settlement('settle');
      expect(await orderNumberOn(page)).toBe(orderNumber);
      await provider.webhooks('deliver');
      await expectPaidOnce(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the network fails before the response arrives, then the page shows 確認中, and it finds the paid order once the network is back', async () => {
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
      const orderNumber = await readOrderNumber(page);
      await inspect('payment-cut-off');
      await expectPaidOnce(orderNumber);
      await context.setOffline(false);
      expect(await orderNumberOn(page)).toBe(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the button is clicked twice, and once more in a second tab, then the order is paid once', async () => {
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
      await expectPaidOnce(orderNumber);
      const lines = await page.request.get('/api/user/orders');
      expect(await lines.json()).toMatchObject([{ orderNumber: `${orderNumber}-01` }]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test("when the customer leaves the issuer's page without finishing, then the page offers to continue there or to use another card", async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'leaves-issuer@example.jp' });
      const leaveIssuerPage = async () => {
        await page.getByRole('button', { name: '承認する' }).waitFor();
        await page.goBack();
        await page.getByText('カード会社での本人認証が完了していません').waitFor();
      };
      await fillCard(page, CARDS.threeDSecure);
      await payButton(page).click();
      await leaveIssuerPage();
      await inspect('payment-issuer-left');
      await page.getByRole('button', { name: '本人認証を続ける' }).click();
      await leaveIssuerPage();
      await page.getByRole('button', { name: 'カードを入力し直す' }).click();
      await expectPaidOnce(await payBy(page));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('a paid order that this browser may not read', () => {
    test('when another email address was verified during the payment, then the page shows an error with the order number, and verifying the first address opens the order', async () => {
      const email = 'first-address@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToPayment({ stack: shop.stack(), page, email });
      await verifyInOtherTab(page, 'second-address@example.jp');
      await fillCard(page, CARDS.ok);
      await payButton(page).click();
      await ledger.see(page, '注文の保存に失敗しました');
      const orderNumber = await readOrderNumber(page);
      await inspect('payment-not-recorded');
      await verifyInOtherTab(page, email);
      await page.getByRole('button', { name: 'もう一度確認する' }).click();
      expect(await orderNumberOn(page)).toBe(orderNumber);
      await expectPaidOnce(orderNumber);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session ends while the card is sent, then the customer verifies the email address and sees the paid order', async () => {
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
      await expectPaidOnce(await orderNumberOn(page));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
