import { describe, expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import {
  confirmationField,
  emailField,
  memberButton,
  newMember,
  passwordField,
  sendCredentials,
  waitForEmptyBoxes,
  wrongCode,
} from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const NEW_PASSWORD = 'Anewpassword1';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const codeStep = (page: Page) => heading(page, '新しいパスワードの設定');
const sendButton = (page: Page) => page.getByRole('button', { name: '認証コードを送信する' });
const resetButton = (page: Page) => page.getByRole('button', { name: 'パスワードを再設定する' });

const choosePassword = async (page: Page, password: string, confirmation = password): Promise<void> => {
  await passwordField(page).fill(password);
  await confirmationField(page).fill(confirmation);
};

const reset = async (page: Page, code: string): Promise<void> => {
  await typeCode(page, code);
  await resetButton(page).click();
};

/** The reset of a forgotten password, and an expired session. */
export const passwordResetJourneys = (shop: ShopAndBrowser): void => {
  /** Requests a code and waits for its boxes. Returns a function that reads the mailed code. */
  const requestCode = async (page: Page, email: string) => {
    const { mailbox } = shop.stack();
    const except = await mailbox.idsOf(email);
    await emailField(page).fill(email);
    await sendButton(page).click();
    await codeStep(page).waitFor();
    return { readCode: () => mailbox.waitForCode({ to: email, except }) };
  };

  describe('a forgotten password', () => {
    test('when it is reset with the mailed code, then the old password and all sessions are invalid, and the new password works', async () => {
      const member = await newMember(shop.stack(), 'forgot@example.jp');
      const { email } = member;
      const { mailbox } = shop.stack();
      const otherWindow = await shop.open('desk');
      await otherWindow.page.goto('/login');
      await sendCredentials(otherWindow.page, member);
      await memberButton(otherWindow.page, email).waitFor();
      await otherWindow.page.goto('/account');
      await heading(otherWindow.page, 'アカウント').waitFor();

      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/login');
      await page.getByRole('link', { name: 'パスワードをお忘れの方' }).click();
      await sendButton(page).click();
      await page.getByText('メールアドレスを入力してください。').waitFor();
      await inspect('forgot-password-empty');
      const { readCode } = await requestCode(page, email);
      await page.getByText(/登録されていないメールアドレスには届きません。/).waitFor();
      await inspect('forgot-password-code');

      await reset(page, await readCode());
      await page.getByText('新しいパスワードを入力してください。').waitFor();
      await inspect('forgot-password-incomplete');
      await choosePassword(page, 'weakpassword', NEW_PASSWORD);
      await resetButton(page).click();
      await page.getByText('パスワードが一致しません').waitFor();
      await page.getByText('パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。', { exact: true }).waitFor();
      await choosePassword(page, NEW_PASSWORD);
      await resetButton(page).click();
      await heading(page, 'パスワードを再設定しました').waitFor();
      await inspect('forgot-password-done');
      await mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects['password-reset']) });
      await expect(shop.stack().newCustomer().logIn(member)).rejects.toThrow('CredentialsInvalid');
      await page.getByRole('main').getByRole('link', { name: 'ログイン', exact: true }).click();
      await sendCredentials(page, { email, password: NEW_PASSWORD });
      await page.waitForURL('/');
      await memberButton(page, email).waitFor();

      await otherWindow.page.getByRole('main').getByRole('link', { name: '購入履歴' }).click();
      const toast = otherWindow.page.getByRole('alert').filter({ hasText: '認証エラー' });
      await toast.getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
      await otherWindow.page.waitForURL('**/login');
      await otherWindow.page.locator('main').getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
      await toast.getByRole('button', { name: '通知を閉じる' }).click();
      await otherWindow.inspect('login-after-expiry');
      await sendCredentials(otherWindow.page, { email, password: NEW_PASSWORD });
      await otherWindow.page.waitForURL('**/purchase-history');
      await heading(otherWindow.page, '購入履歴').waitFor();
      expect([...wrong(), ...otherWindow.wrong()]).toEqual([]);
      await Promise.all([context.close(), otherWindow.context.close()]);
    }, 120_000);

    test('when codes are wrong, replaced or tried too often, or the shop is unavailable, then the page shows the error, and a new code resets the password', async () => {
      const { email } = await newMember(shop.stack(), 'forgot-at-last@example.jp');
      const { mailbox } = shop.stack();
      const identity = shop.stack().service('identity');
      const { page, context, inspect, wrong } = await shop.open();
      const resend = async (): Promise<string> => {
        const except = await mailbox.idsOf(email);
        // The response empties the boxes.
        const responsePromise = page.waitForResponse('**/api/send-password-reset-code');
        await page.getByRole('button', { name: '認証コードを再送信' }).click();
        await responsePromise;
        await waitForEmptyBoxes(page);
        return mailbox.waitForCode({ to: email, except });
      };
      await page.goto('/forgot-password');
      await sendButton(page).waitFor();
      await identity.stop();
      await emailField(page).fill(email);
      await sendButton(page).click();
      await page.getByText('認証コードの送信に失敗しました').waitFor();
      await inspect('forgot-password-send-failed');
      await identity.start();
      const first = await (await requestCode(page, email)).readCode();
      await choosePassword(page, NEW_PASSWORD);
      await resetButton(page).click();
      await page.getByText('6桁の認証コードを入力してください').waitFor();

      const second = await resend();
      for (const code of [first, ...Array.from({ length: 3 }, () => wrongCode(first, second))]) {
        await reset(page, code);
        await page.getByText('認証コードが無効です').waitFor();
        await waitForEmptyBoxes(page);
      }
      await inspect('forgot-password-code-wrong');
      await reset(page, wrongCode(first, second));
      await page.getByText('認証コードの入力回数が上限に達しました。新しいコードを取得してください。').waitFor();

      const third = await resend();
      await typeCode(page, third);
      await identity.stop();
      await resetButton(page).click();
      await page.getByText('パスワードの再設定に失敗しました').waitFor();
      await inspect('forgot-password-failed');
      await identity.start();
      await resetButton(page).click();
      await heading(page, 'パスワードを再設定しました').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 180_000);

    test('when the email address has no account, then the page looks the same, and no mail is sent', async () => {
      const { mailbox } = shop.stack();
      const { page, context, wrong } = await shop.open();
      await page.goto('/forgot-password');
      await requestCode(page, 'forgot-nobody@example.jp');
      await page.getByText('forgot-nobody@example.jp が会員登録されている場合').waitFor();
      await choosePassword(page, NEW_PASSWORD);
      await reset(page, '123456');
      await page.getByText('認証コードが無効です').waitFor();
      expect(await mailbox.to('forgot-nobody@example.jp')).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, with back, forward and reload, then the password can be reset', async () => {
      const { email } = await newMember(shop.stack(), 'forgot-by-keyboard@example.jp');
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/forgot-password');
      await sendButton(page).waitFor();
      await inspect('forgot-password');
      await page.goto('/login');
      await tabTo(page, page.getByRole('link', { name: 'パスワードをお忘れの方' }));
      await page.keyboard.press('Enter');
      await sendButton(page).waitFor();
      await tabTo(page, emailField(page));
      await page.keyboard.type(email);
      const except = await shop.stack().mailbox.idsOf(email);
      await page.keyboard.press('Enter');
      await codeStep(page).waitFor();
      await waitForFocus(codeStep(page));
      await inspect('forgot-password-code');
      await page.goBack();
      await sendButton(page).waitFor();
      await page.goForward();
      await codeStep(page).waitFor();
      await page.reload();
      await codeStep(page).waitFor();
      await tabTo(page, page.getByLabel('認証コード 1桁目'));
      await page.keyboard.type(await shop.stack().mailbox.waitForCode({ to: email, except }));
      for (const field of [passwordField(page), confirmationField(page)]) {
        await tabTo(page, field);
        await page.keyboard.type(NEW_PASSWORD);
      }
      await page.keyboard.press('Enter');
      await heading(page, 'パスワードを再設定しました').waitFor();
      await waitForFocus(heading(page, 'パスワードを再設定しました'));
      expect((await shop.stack().newCustomer().logIn({ email, password: NEW_PASSWORD })).user?.email).toBe(email);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when the session has ended, then the next page that needs it shows an error and redirects to the login', async () => {
    const member = await newMember(shop.stack(), 'expires@example.jp');
    const { page, context, wrong } = await shop.open();
    await page.goto('/login');
    await sendCredentials(page, member);
    await memberButton(page, member.email).waitFor();
    await page.request.post('/api/logout');
    await memberButton(page, member.email).click();
    await page.getByRole('menuitem', { name: '購入履歴' }).click();
    await page.getByRole('alert').filter({ hasText: '認証エラー' }).waitFor();
    await page.waitForURL('**/login');
    await memberButton(page, member.email).waitFor({ state: 'detached' });
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);
};
