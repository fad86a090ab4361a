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

const CONTINUE = '認証して支払いへ進む';
const continueButton = (page: Page) => page.getByRole('button', { name: CONTINUE });
const resendButton = (page: Page) => page.getByRole('button', { name: '認証コードを再送信' });
const firstBox = (page: Page) => page.getByLabel('認証コード 1桁目');

/** The mailed code that verifies the email address of an order. */
export const verificationJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('email-verification');

  /** Requests another code as soon as the page allows it. Returns the code. */
  const resend = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    // The message of a previous code may still be visible, so the response is awaited.
    const responsePromise = page.waitForResponse('**/api/resend-verification-code');
    await resendButton(page).click();
    await responsePromise;
    await page.getByText('認証コードを送信しました。', { exact: true }).waitFor();
    await waitForEmptyBoxes(page);
    return mailbox.waitForCode({ to: email, except });
  };

  describe('the code for an order', () => {
    test('when the code is missing, wrong, replaced or tried too often, then the page shows the error, and a new code opens the payment', async () => {
      const email = 'guesses@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToConfirmation({ page });
      const countdownShown = await watchFor(page, { selector: 'button:disabled', text: /認証コードを再送信（あと\d秒）/ });
      const { readCode } = await askForCode({ stack: shop.stack(), page, email });
      await countdownShown();
      await continueButton(page).click();
      await ledger.see(page, '6桁のコードを入力してください');
      await waitForEmptyBoxes(page);
      await inspect('verification-incomplete');
      const first = await readCode();
      await tryWrongCode({ page, code: wrongCode(first), button: CONTINUE });
      await ledger.see(page, '認証コードが無効です');
      await inspect('verification-wrong');

      const second = await resend(page, email);
      for (const triedCode of [first, ...Array.from({ length: 3 }, () => wrongCode(first, second))]) {
        await tryWrongCode({ page, code: triedCode, button: CONTINUE });
        await page.getByText('認証コードが無効です', { exact: true }).waitFor();
      }
      await tryWrongCode({ page, code: wrongCode(first, second), button: CONTINUE });
      await page.getByText('認証コードの入力回数が上限に達しました。新しいコードを取得してください。').waitFor();
      await tryWrongCode({ page, code: second, button: CONTINUE });
      await page.getByText('認証コードの入力回数が上限に達しました。新しいコードを取得してください。').waitFor();
      await inspect('verification-too-often');

      await proveByCode(page, await resend(page, email));
      await page.getByLabel('カード番号').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the code is pasted in full-width digits with a space after a reload, then it fills the boxes', async () => {
      const email = 'pastes@example.jp';
      const { page, context, wrong } = await shop.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { readCode } = await goToVerification({ stack: shop.stack(), page, email });
      const code = await readCode();
      await page.reload();
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      const fullWidth = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
      await page.evaluate((text) => navigator.clipboard.writeText(text), `${fullWidth.slice(0, 3)} ${fullWidth.slice(3)}`);
      await firstBox(page).click();
      await page.keyboard.press('Control+V');
      expect(await page.getByLabel('認証コード 6桁目').inputValue()).toBe(code.slice(5));
      await continueButton(page).click();
      await page.waitForURL('**/payment');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop or the network is unavailable, then each screen shows an error, and both continue once it is back', async () => {
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
      await continueButton(page).click();
      await page.getByText('インターネットに接続されていません。').waitFor();
      expect(await firstBox(page).inputValue()).toBe(code.slice(0, 1));
      await inspect('verification-offline');
      await context.setOffline(false);
      await identity.start();
      await continueButton(page).click();
      await page.waitForURL('**/payment');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the verified email address', () => {
    test('when the verification expires on the payment page, then the visitor verifies the address again and sees the unchanged order', async () => {
      const email = 'proof-ended@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToPayment({ stack: shop.stack(), page, email });
      // As after an hour: the browser has deleted the cookie of the verification.
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

    test('when the verification is still valid, then the code screen shows that and links to the payment', async () => {
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

  test('when all tests of the verification have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
