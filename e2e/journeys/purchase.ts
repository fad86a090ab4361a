import { describe, expect, test } from '@jest/globals';
import { CARDS } from '@stagereel/shop-client';
import { emailField } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { goToPayment, orderNumberOn, payButton, payBy, SMALL_CONTEST, toCode, toPayment } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

/** From the home page to the paid order: by keyboard, in a narrow window, and with back and reload. */
export const purchaseJourneys = (shop: ShopAndBrowser): void => {
  describe('the whole purchase', () => {
    test('when only the keyboard is used, then a visitor can complete an order from the home page to the payment', async () => {
      const email = 'keyboard-buyer@example.jp';
      const { page, context, inspect, wrong } = await shop.open('desk');
      const press = async (button: ReturnType<typeof payButton>) => {
        await tabTo(page, button);
        await page.keyboard.press('Enter');
      };
      const type = async (label: string, text: string) => {
        await tabTo(page, page.getByLabel(label));
        await page.keyboard.type(text);
      };
      await page.goto('/');
      const start = page.getByRole('article', { name: SMALL_CONTEST }).getByRole('link', { name: '注文を開始する' });
      await start.waitFor();
      await press(start);

      const video = page.getByRole('group', { name: '動画1', exact: true });
      await video.waitFor();
      await tabTo(page, video.getByLabel('カテゴリー'));
      await page.keyboard.press('ArrowDown');
      await tabTo(page, video.getByRole('combobox', { name: /選手/ }));
      await page.keyboard.press('ArrowDown');
      await inspect('keyboard-athletes');
      await page.keyboard.type('001');
      await page.keyboard.press('Enter');
      await tabTo(page, video.getByRole('checkbox', { name: /^縦動画/ }));
      await page.keyboard.press('Space');
      await press(page.getByRole('button', { name: '注文内容の確認へ進む' }));

      await page.waitForURL('**/order-confirmation');
      await type('メールアドレス', email);
      await type('お名前', '山田 花子');
      await tabTo(page, page.getByRole('checkbox', { name: '会員登録して、購入履歴に残す（任意）' }));
      await press(toCode(page));
      await page.waitForURL('**/email-verification');
      await type('認証コード 1桁目', await shop.stack().mailbox.waitForCode({ to: email }));

      await page.waitForURL('**/payment');
      await page.getByLabel('カード番号').waitFor();
      for (const [label, text] of [
        ['カード番号', CARDS.ok],
        ['有効期限', '12/30'],
        ['セキュリティコード', '123'],
        ['カード名義人', 'HANAKO YAMADA'],
      ] as const) {
        await type(label, text);
      }
      await press(payButton(page));
      const orderNumber = await orderNumberOn(page);
      await waitForFocus(page.getByRole('heading', { level: 1, name: 'ご注文ありがとうございます' }));
      expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded', amount: 5_000 }]);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when the window is 320 px wide and the customer goes back and reloads, then every screen fits, and the order stays the same until it is paid', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.setViewportSize({ width: 320, height: 640 });
      const responses: Promise<{ orderNumber: string }>[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('/api/create-payment-intent')) responses.push(response.json());
      });
      /** The order numbers of the payments so far. Must be called before the page is left: its response bodies cannot be read afterwards. */
      const orderNumbers = async () => (await Promise.all(responses)).map(({ orderNumber }) => orderNumber);
      await goToPayment({ stack: shop.stack(), page, email: 'back-and-forth@example.jp', inspect: (name) => inspect(`narrow-${name}`) });
      await inspect('narrow-06-payment');
      await orderNumbers();
      await page.goBack();
      await page.waitForURL('**/order-confirmation');
      expect([await emailField(page).inputValue(), await page.getByLabel('お名前').inputValue()]).toEqual([
        'back-and-forth@example.jp',
        '山田 花子',
      ]);
      await toPayment(page).click();
      await page.getByLabel('カード番号').waitFor();
      await orderNumbers();
      await page.reload();
      await page.getByLabel('カード番号').waitFor();
      await orderNumbers();
      const orderNumber = await payBy(page);
      await inspect('narrow-07-payment-complete');
      expect(await orderNumbers()).toEqual([orderNumber, orderNumber, orderNumber]);
      expect(await shop.stack().provider.paymentsOf(orderNumber)).toHaveLength(1);

      await page.reload();
      await page.getByText(orderNumber, { exact: true }).waitFor();
      await page.goBack();
      await page.waitForURL('/');
      for (const path of ['/order-confirmation', '/payment']) {
        await page.goto(path);
        await page.waitForURL('/');
      }
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
