import { describe, expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import {
  confirmationField,
  emailField,
  fillRegistration,
  memberButton,
  newMember,
  PASSWORD,
  passwordField,
  termsBox,
  tryWrongCode,
  waitForEmptyBoxes,
  wrongCode,
} from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { goToConfirmation, typeCode } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const sendCodeButton = (page: Page) => page.getByRole('button', { name: '認証コードを送信する' });
const FINISH = '認証して登録する';
const finishButton = (page: Page) => page.getByRole('button', { name: FINISH });
const codeStep = (page: Page) => page.getByRole('heading', { level: 1, name: '認証コードの入力' });
const successPage = (page: Page) => page.getByRole('heading', { level: 1, name: '会員登録ありがとうございます' });

/** The registration: the form, the mailed code, and the account. */
export const registrationJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('register');

  /** Fills in and submits the form. Returns the mailed code. */
  const goToCodeStep = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    await fillRegistration(page, email);
    const except = await mailbox.idsOf(email);
    await sendCodeButton(page).click();
    await codeStep(page).waitFor();
    return mailbox.waitForCode({ to: email, except });
  };

  /** Requests another code. Returns it. */
  const resend = async (page: Page, email: string): Promise<string> => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    // The message of a previous code may still be visible, so the response is awaited.
    const responsePromise = page.waitForResponse('**/api/send-registration-code');
    await page.getByRole('button', { name: '認証コードを再送信' }).click();
    await responsePromise;
    await page.getByText('認証コードを送信しました。', { exact: true }).waitFor();
    return mailbox.waitForCode({ to: email, except });
  };

  describe.each(['phone', 'desk'] as const)('with the %s screen size', (size) => {
    test('when a visitor registers with the mailed code, then they are signed in and return to the home page', async () => {
      const email = `registers-on-${size}@example.jp`;
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/');
      if (size === 'phone') await page.getByRole('button', { name: '会員メニュー' }).click();
      const menu = page.getByRole('banner');
      await (size === 'phone' ? menu.getByRole('menuitem', { name: '会員登録' }) : menu.getByRole('link', { name: '会員登録' })).click();
      await sendCodeButton(page).waitFor();
      await inspect('register-form');
      const code = await goToCodeStep(page, email);
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      await inspect('register-code');
      await typeCode(page, code);
      await finishButton(page).click();

      await successPage(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/registration-success');
      await page.getByText(`${email} でログインしています。`).waitFor();
      await inspect('register-success');
      await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects.registration) });
      await page.getByRole('link', { name: 'ログインした状態でホームに戻る' }).click();
      await page.waitForURL('/');
      await memberButton(page, email).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the steps of the registration', () => {
    test('when a visitor registers during an order, then they return to the unchanged order', async () => {
      const email = 'registers-while-ordering@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await goToConfirmation({ page });
      await page
        .getByRole('navigation', { name: /会員登録をご希望の方/ })
        .getByRole('link', { name: '会員登録' })
        .click();
      await sendCodeButton(page).waitFor();
      await typeCode(page, await goToCodeStep(page, email));
      await finishButton(page).click();
      await successPage(page).waitFor();
      expect(new URL(page.url()).search).toBe('?from=order');
      await inspect('register-success-while-ordering');
      await page.getByRole('link', { name: 'ご注文の確認に進む' }).click();
      await page.waitForURL('**/order-confirmation');
      for (const line of [/メンズフィジーク/, /ビキニ/]) await page.getByText(line).first().waitFor();
      await page.getByRole('button', { name: 'お支払いへ進む' }).waitFor();
      expect(await emailField(page).inputValue()).toBe(email);
      expect(await page.getByLabel('お名前').inputValue()).toBe('山田 花子');
      await page.getByRole('button', { name: 'お支払いへ進む' }).click();
      await page.waitForURL('**/payment');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then every field is reachable, and the focus follows the steps', async () => {
      const email = 'registers-by-keyboard@example.jp';
      const { mailbox } = shop.stack();
      const { page, context, wrong } = await shop.open('desk');
      await page.goto('/register');
      await page.getByLabel('お名前').waitFor();
      for (const [field, text] of [
        [page.getByLabel('お名前'), '山田 花子'],
        [emailField(page), email],
        [passwordField(page), PASSWORD],
        [confirmationField(page), PASSWORD],
      ] as const) {
        await tabTo(page, field);
        await page.keyboard.type(text);
      }
      await tabTo(page, termsBox(page));
      await page.keyboard.press('Space');
      await tabTo(page, sendCodeButton(page));
      await page.keyboard.press('Enter');
      await codeStep(page).waitFor();
      await waitForFocus(codeStep(page));
      await tabTo(page, page.getByLabel('認証コード 1桁目'));
      await page.keyboard.type(await mailbox.waitForCode({ to: email }));
      await page.keyboard.press('Enter');
      await successPage(page).waitFor();
      await waitForFocus(successPage(page));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the page is reloaded in the code step, then the code remains valid, but a new code requires the password again', async () => {
      const email = 'registers-after-reload@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/register');
      await goToCodeStep(page, email);
      expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD);
      await page.reload();
      await codeStep(page).waitFor();
      await page.getByText('パスワードをもう一度入力する必要があります').waitFor();
      await inspect('register-code-after-reload');
      await page.getByRole('button', { name: '戻る' }).click();
      expect([await emailField(page).inputValue(), await passwordField(page).inputValue()]).toEqual([email, '']);
      const code = await goToCodeStep(page, email);
      await page.reload();
      await codeStep(page).waitFor();
      await typeCode(page, code);
      await finishButton(page).click();
      await successPage(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the email address already has an account, then the pages look the same, and only a mail reveals it', async () => {
      const { email } = await newMember(shop.stack(), 'registers-again@example.jp');
      const { mailbox } = shop.stack();
      const { page, context, wrong } = await shop.open();
      await page.goto('/register');
      await fillRegistration(page, email);
      const except = await mailbox.idsOf(email);
      await sendCodeButton(page).click();
      await page.getByText(`${email} に6桁の認証コードを送信しました。`).waitFor();
      const mail = await mailbox.waitFor({ to: email, except });
      expect(mail.subject).toBe(accountMailSubjects['already-registered']);
      expect(mail.text).not.toMatch(/(?<!\d)\d{6}(?!\d)/);
      await tryWrongCode({ page, code: '123456', button: FINISH });
      await page.getByText('認証コードが正しくありません。再度お試しください。').waitFor();
      await page.getByRole('link', { name: 'ログイン' }).last().click();
      await page.waitForURL('**/login');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the error messages of the registration', () => {
    test('when fields are empty or invalid, then each shows an error, the first gets the focus, and the input is kept', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/register');
      await sendCodeButton(page).waitFor();
      const links = page.locator('main').getByRole('link');
      expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))).toEqual([
        '/terms',
        '/privacy',
        '/login',
        '/email-support',
        '/',
      ]);
      await sendCodeButton(page).click();
      await ledger.see(page, '必須項目を入力してください');
      await ledger.see(page, '利用規約に同意してください');
      await waitForFocus(page.getByLabel('お名前'));
      await inspect('register-form-empty');

      await page.getByLabel('お名前').fill('山田 花子');
      await emailField(page).fill('taro@');
      await passwordField(page).fill('hanako');
      await confirmationField(page).fill('hanako2');
      await sendCodeButton(page).click();
      await ledger.see(page, 'パスワードが一致しません');
      await page.getByText('パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。', { exact: true }).waitFor();
      await waitForFocus(emailField(page));
      expect(await page.getByText('必須項目を入力してください').count()).toBe(0);
      await inspect('register-form-wrong');

      await fillRegistration(page, 'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ　');
      await sendCodeButton(page).click();
      await page.getByText('hanako@example.jp に6桁の認証コードを送信しました。').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when codes are wrong, replaced or tried too often, then the page shows the error, and a new code completes the registration', async () => {
      const email = 'registers-at-last@example.jp';
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/register');
      const first = await goToCodeStep(page, email);
      await finishButton(page).click();
      await ledger.see(page, '6桁の認証コードを入力してください');
      await waitForEmptyBoxes(page);
      await inspect('register-code-incomplete');

      const second = await resend(page, email);
      const triedCodes = [first, ...Array.from({ length: 3 }, () => wrongCode(first, second))];
      for (const triedCode of triedCodes) {
        await tryWrongCode({ page, code: triedCode, button: FINISH });
        await ledger.see(page, '認証コードが正しくありません。再度お試しください。');
      }
      await inspect('register-code-wrong');
      await tryWrongCode({ page, code: wrongCode(first, second), button: FINISH });
      await ledger.see(page, '認証コードが無効または期限切れです。新しいコードを取得してください。');
      await inspect('register-code-dead');
      await tryWrongCode({ page, code: second, button: FINISH });
      await ledger.see(page, '認証コードが無効または期限切れです。新しいコードを取得してください。');

      await typeCode(page, await resend(page, email));
      await finishButton(page).click();
      await successPage(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the shop or the network is unavailable, then both steps show an error and keep the input', async () => {
      const email = 'registers-later@example.jp';
      const identity = shop.stack().service('identity');
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/register');
      await fillRegistration(page, email);
      await identity.stop();
      await sendCodeButton(page).click();
      await ledger.see(page, '登録に失敗しました');
      await page.getByText(/しばらくしてからもう一度お試しください。/).waitFor();
      await inspect('register-form-failed');
      await context.setOffline(true);
      await sendCodeButton(page).click();
      await page.getByText('インターネットに接続されていません。').waitFor();
      await context.setOffline(false);
      await identity.start();
      expect([await passwordField(page).inputValue(), await termsBox(page).isChecked()]).toEqual([PASSWORD, true]);

      await typeCode(page, await goToCodeStep(page, email));
      await identity.stop();
      await finishButton(page).click();
      await ledger.see(page, '認証に失敗しました');
      await page.getByText(/しばらくしてからもう一度お試しください。/).waitFor();
      await inspect('register-code-failed');
      await identity.start();
      await context.setOffline(true);
      await finishButton(page).click();
      await page.getByText('インターネットに接続されていません。').waitFor();
      await context.setOffline(false);
      await finishButton(page).click();
      await successPage(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 180_000);
  });

  test('when all tests of the registration have run, then every text that the specification quotes was shown', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
