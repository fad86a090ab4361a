import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Admin, CARDS } from '@stagereel/shop-client';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { fillCard, payButton, payBy } from '../support/checkout.ts';
import { ONLY_CATEGORY, openContest } from '../support/contest.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { alertOf, payAsMember } from '../support/payment-page.ts';
import type { TextLedger } from '../support/text-ledger.ts';

/** Cards that the issuer refuses, with the message for the customer. It never reveals that a card was reported lost. */
const REFUSED = [
  [CARDS.declined, 'カードが利用できませんでした。'],
  [CARDS.insufficientFunds, 'カードの利用可能額が不足しています。'],
  ['4000000000009987', 'カードが利用できませんでした。'],
  ['4000000000000069', 'カードの有効期限が切れています。'],
  ['4000000000000127', 'セキュリティコードが正しくありません。'],
  ['4000000000000119', 'カードの処理中にエラーが発生しました。'],
  ['4000000000006975', 'カードの利用回数または限度額を超えています。'],
] as const;

/** Errors that prevent a payment before any money is charged. */
export const refusedPayments = ({ shop, ledger }: { shop: ShopAndBrowser; ledger: TextLedger<'payment'> }): void => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await shop.stack().signedInAdmin();
  }, 120_000);

  describe('the preparation of the payment', () => {
    test('when the order costs 0 yen, then the page shows that it cannot be paid, and links back to the order form', async () => {
      const contest = await openContest(admin, { name: '無料の大会', athletes: [{ athleteNumber: '1', verticalVideoPrice: 0 }] });
      const { page, context, inspect, wrong } = await shop.open();
      const order = { slug: contest.slug, choices: [{ category: ONLY_CATEGORY, bib: '1', style: '縦動画' }] } as const;
      await payAsMember({ stack: shop.stack(), page, email: 'pays-nothing@example.jp', order });
      await ledger.see(page, '注文金額が無効です');
      expect(await payButton(page).count()).toBe(0);
      await inspect('payment-nothing');
      await page.getByRole('link', { name: 'ご注文内容を変更' }).click();
      await page.waitForURL('**/order-form/**');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop or the provider cannot prepare the payment, then the page shows an error, and retry shows the card form', async () => {
      const { provider, service } = shop.stack();
      const { page, context, inspect, wrong } = await shop.open();
      const release = await holdBack(page, '**/api/create-payment-intent');
      await payAsMember({ stack: shop.stack(), page, email: 'prepares@example.jp' });
      await page.getByText('決済の準備をしています...').waitFor();
      expect(await payButton(page).isDisabled()).toBe(true);
      await inspect('payment-preparing');
      await service('orders').stop();
      await release();
      await ledger.see(page, '決済の準備に失敗しました');
      await inspect('payment-not-prepared');
      await service('orders').start();

      await provider.failNext({ method: 'POST', path: '/v1/payment_intents', status: 500, times: 100 });
      const retry = page.getByRole('button', { name: '再試行' });
      const responsePromise = page.waitForResponse('**/api/create-payment-intent');
      await retry.click();
      expect((await responsePromise).status()).toBe(502);
      await ledger.see(page, '決済の準備に失敗しました');
      await provider.heal();
      await retry.click();
      await page.getByLabel('カード番号').waitFor();
      await payBy(page);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the card form', () => {
    test('when fields are empty or invalid, then each shows an error, the first gets the focus, and nothing is sent', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const requestedUrls: string[] = [];
      page.on('request', (request) => requestedUrls.push(request.url()));
      await payAsMember({ stack: shop.stack(), page, email: 'types-wrong@example.jp' });
      await page.getByLabel('カード番号').waitFor();
      await payButton(page).click();
      for (const text of [
        'カード名義人を入力してください。',
        'カード番号を入力してください。',
        '有効期限を「月/年」の形式で入力してください（例：12/30）。',
        'セキュリティコード（3桁または4桁の数字）を入力してください。',
      ]) {
        await page.getByText(text).waitFor();
      }
      await waitForFocus(page.getByLabel('カード名義人'));
      await inspect('payment-card-empty');

      await fillCard(page, '4242424242424241');
      await page.getByLabel('有効期限').fill('１２／２０');
      await payButton(page).click();
      await page.getByText('カード番号が正しくありません。もう一度ご確認ください。').waitFor();
      await page.getByText('カードの有効期限が切れています。有効期限をご確認ください。').waitFor();
      await waitForFocus(page.getByLabel('カード番号'));
      await inspect('payment-card-wrong');
      expect(requestedUrls.filter((url) => url.endsWith('/confirm'))).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the card is refused, then the page shows the reason and keeps the input, and another card pays the same order', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'refused@example.jp' });
      await fillCard(page, CARDS.ok);
      for (const [number, reason] of REFUSED) {
        await page.getByLabel('カード番号').fill(number);
        const responsePromise = page.waitForResponse('**/confirm');
        await payButton(page).click();
        await responsePromise;
        await ledger.see(page, '決済エラー');
        await page.getByText(reason).waitFor();
        await waitForFocus(alertOf(page, '決済エラー'));
      }
      await inspect('payment-refused');

      // The simulator adds a message to every refusal, so the test itself responds without one.
      const refusalWithoutMessage = {
        status: 402,
        json: { error: { type: 'card_error' } },
        headers: { 'access-control-allow-origin': '*' },
      };
      await page.route('**/confirm', (route) => route.fulfill(refusalWithoutMessage), { times: 1 });
      await payButton(page).click();
      await ledger.see(page, '決済処理中にエラーが発生しました');
      expect(await page.getByLabel('カード名義人').inputValue()).toBe('TARO YAMADA');
      const orderNumber = await payBy(page);
      expect(await shop.stack().provider.paymentsOf(orderNumber)).toMatchObject([{ status: 'succeeded', amount: 5_000 }]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the browser is offline, then the payment fails with an error, and it succeeds once the browser is online again', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await payAsMember({ stack: shop.stack(), page, email: 'off-line@example.jp' });
      await fillCard(page, CARDS.ok);
      await context.setOffline(true);
      await payButton(page).click();
      await ledger.see(page, '決済エラー');
      await page.getByText('インターネットに接続されていません。').waitFor();
      await inspect('payment-off-line');
      await context.setOffline(false);
      await payBy(page);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
