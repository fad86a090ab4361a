import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitForEmptyBoxes } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { goToVerification, payBy, proveByCode } from '../support/checkout.ts';

const resendButton = (page: Page) => page.getByRole('button', { name: '認証コードを再送信' });
const firstBox = (page: Page) => page.getByLabel('認証コード 1桁目');

/** The mailed code that verifies the email address of an order. */
export const verificationJourneys = (shop: ShopAndBrowser): void => {
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

  test('when the code is pasted after a reload and its verification expires later, then a new code continues the unchanged order', async () => {
    const email = 'proof-ended@example.jp';
    const { page, context, inspect, wrong } = await shop.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { readCode } = await goToVerification({ stack: shop.stack(), page, email });
    const code = await readCode();
    await page.reload();
    await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
    const fullWidth = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${fullWidth.slice(0, 3)} ${fullWidth.slice(3)}`);
    await firstBox(page).click();
    await page.keyboard.press('Control+V');
    await page.waitForURL('**/payment');
    await page.getByLabel('カード番号').waitFor();

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
  });
};
