import { describe, expect, test } from '@jest/globals';
import { CARDS } from '@stagereel/shop-client';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { fillCard, orderNumberOn, payButton, proveByCode } from '../support/checkout.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { payAsMember } from '../support/payment-page.ts';

const unclear = (page: Page) => page.getByRole('status').filter({ has: page.getByText('確認中', { exact: true }) });
const readOrderNumber = async (page: Page): Promise<string> => String(await page.getByText(/^\d{8}$/).textContent());

/** Payments with an unknown result after the card was sent: the page never reports a failure, and the order is paid only once. */
export const unclearPayments = (shop: ShopAndBrowser): void => {
  const expectPaidOnce = async (orderNumber: string): Promise<void> =>
    expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded' }]);

  describe('a payment after the card was sent', () => {
    test('when the provider is still processing and a second tab pays too, then both show 確認中 and complete by themselves, and the order is paid once', async () => {
      const { provider } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'at-work@example.jp' });
      const second = await context.newPage();
      await second.goto('/payment');
      await fillCard(second, CARDS.ok);
      await fillCard(page, CARDS.ok);
      const sent: string[] = [];
      context.on('request', (request) => sent.push(request.url()));
      await provider.webhooks('hold');
      await provider.settlement('hold');
      await payButton(page).dblclick();
      await unclear(page).waitFor();
      expect(sent.filter((url) => url.endsWith('/confirm'))).toHaveLength(1);
      const orderNumber = await readOrderNumber(page);
      expect(await payButton(page).isVisible()).toBe(false);
      await inspect('payment-unclear');
      await page.reload();
      await unclear(page).waitFor();
      expect(await readOrderNumber(page)).toBe(orderNumber);
      await payButton(second).click();
      // In this tab, because the second click of the double click can take the focus away.
      await waitForFocus(unclear(second));
      expect(await readOrderNumber(second)).toBe(orderNumber);

      await provider.settlement('settle');
      expect(await orderNumberOn(page)).toBe(orderNumber);
      expect(await orderNumberOn(second)).toBe(orderNumber);
      await provider.webhooks('deliver');
      await expectPaidOnce(orderNumber);
      const lines = await page.request.get('/api/user/orders');
      expect(await lines.json()).toMatchObject([{ orderNumber: `${orderNumber}-01` }]);
      expect(wrong()).toEqual([]);
      await context.close();
    });

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
    });
  });
};
