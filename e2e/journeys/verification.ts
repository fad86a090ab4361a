import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { emailField, tryWrongCode, waitForEmptyBoxes, wrongCode } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import {
  askForCode,
  goToConfirmation,
  goToPayment,
  goToVerification,
  payBy,
  proveByCode,
  toCode,
  toPayment,
  typeCode,
} from '../support/checkout.ts';
import { watchFor } from '../support/glimpses.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const GO_ON = '認証して支払いへ進む';
const goOn = (page: Page) => page.getByRole('button', { name: GO_ON });
const resendButton = (page: Page) => page.getByRole('button', { name: '認証コードを再送信' });
const firstBox = (page: Page) => page.getByLabel('認証コード 1桁目');

/** The mailed code that proves the address of an order. */
export const verificationJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('email-verification');

  /** Asks for another code as soon as the page lets it. Answers the code. */
  const resend = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    // What was said of an earlier one may still stand there.
    const answered = page.waitForResponse('**/api/resend-verification-code');
    await resendButton(page).click();
    await answered;
    await page.getByText('認証コードを送信しました。', { exact: true }).waitFor();
    await waitForEmptyBoxes(page);
    return mailbox.waitForCode({ to: email, except });
  };

  describe('the code for an order', () => {
    test('when it is missing, wrong, replaced or tried too often, the page says which, and a new one opens the payment', async () => {
      const email = 'guesses@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToConfirmation({ page });
      const mustWait = await watchFor(page, { selector: 'button:disabled', text: /認証コードを再送信（あと\d秒）/ });
      const { readCode } = await askForCode({ stack: shop.stack(), page, email });
      await mustWait();
      await goOn(page).click();
      await ledger.see(page, '6桁のコードを入力してください');
      await waitForEmptyBoxes(page);
      await inspect('verification-incomplete');
      const first = await readCode();
      await tryWrongCode({ page, code: wrongCode(first), button: GO_ON });
      await ledger.see(page, '認証コードが無効です');
      await inspect('verification-wrong');

      const second = await resend(page, email);
      for (const guess of [first, ...Array.from({ length: 3 }, () => wrongCode(first, second))]) {
        await tryWrongCode({ page, code: guess, button: GO_ON });
        await page.getByText('認証コードが無効です', { exact: true }).waitFor();
      }
      await tryWrongCode({ page, code: wrongCode(first, second), button: GO_ON });
      await page.getByText('認証コードの入力回数が上限に達しました。新しいコードを取得してください。').waitFor();
      await tryWrongCode({ page, code: second, button: GO_ON });
      await page.getByText('認証コードの入力回数が上限に達しました。新しいコードを取得してください。').waitFor();
      await inspect('verification-too-often');

      await proveByCode(page, await resend(page, email));
      await page.getByLabel('カード番号').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it is pasted in full-width digits with a space, it fills the boxes, also after the page was loaded anew', async () => {
      const email = 'pastes@example.jp';
      const { page, context, wrong } = await shop.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { readCode } = await goToVerification({ stack: shop.stack(), page, email });
      const code = await readCode();
      await page.reload();
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      await page.evaluate((text) => navigator.clipboard.writeText(text), `${wide.slice(0, 3)} ${wide.slice(3)}`);
      await firstBox(page).click();
      await page.keyboard.press('Control+V');
      expect(await page.getByLabel('認証コード 6桁目').inputValue()).toBe(code.slice(5));
      await goOn(page).click();
      await page.waitForURL('**/payment');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop cannot send it or cannot be asked, each screen says so, and both go on once it can', async () => {
      const email = 'mailed-later@example.jp';
      const identity = shop.stack().service('identity');
      const { page, context, inspect, wrong } = await shop.open();
      await goToConfirmation({ page });
      await emailField(page).fill(email);
      await page.getByLabel('お名前').fill('山田 花子');
      await identity.stop();
      await toCode(page).click();
      await ledger.see(page, '認証コードの送信に失敗しました。');
      await inspect('confirmation-not-sent');
      await identity.start();
      const except = await shop.stack().mailbox.idsOf(email);
      await toCode(page).click();
      await firstBox(page).waitFor();
      const code = await shop.stack().mailbox.waitForCode({ to: email, except });

      await identity.stop();
      await resendButton(page).click();
      await ledger.see(page, '認証コードの再送信に失敗しました');
      await inspect('verification-not-resent');
      await context.setOffline(true);
      await typeCode(page, code);
      await goOn(page).click();
      await page.getByText('インターネットに接続されていません。').waitFor();
      expect(await firstBox(page).inputValue()).toBe(code.slice(0, 1));
      await inspect('verification-offline');
      await context.setOffline(false);
      await identity.start();
      await goOn(page).click();
      await page.waitForURL('**/payment');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the proof of the address', () => {
    test('when it has ended on the payment page, the visitor proves the address again and finds the order as it was', async () => {
      const email = 'proof-ended@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToPayment({ stack: shop.stack(), page, email });
      // An hour passes for the browser: the cookie that is the proof is gone.
      await context.clearCookies({ name: 'order_session' });
      await page.reload();
      await page.waitForURL('**/email-verification');
      await page.getByText(`${email} の認証が必要です。下のボタンから認証コードを取得してください。`).waitFor();
      await inspect('verification-needed');
      await proveByCode(page, await resend(page, email));
      await page.getByRole('link', { name: '動画2を変更' }).waitFor();
      await payBy(page);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it holds, the screen of the code says so and leads on', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await goToPayment({ stack: shop.stack(), page, email: 'proof-holds@example.jp' });
      await page.goto('/email-verification');
      await page.getByText('proof-holds@example.jp は認証済みです。').waitFor();
      await inspect('verification-done');
      await toPayment(page).click();
      await page.getByLabel('カード番号').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when its journeys are over, every text of the verification was seen', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
