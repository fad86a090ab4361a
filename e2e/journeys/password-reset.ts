import { expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { confirmationField, emailField, memberButton, newMember, passwordField, sendCredentials } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';

const NEW_PASSWORD = 'Anewpassword1';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const sendButton = (page: Page) => page.getByRole('button', { name: '認証コードを送信する' });
const resetButton = (page: Page) => page.getByRole('button', { name: 'パスワードを再設定する' });

/** The reset of a forgotten password, which ends all sessions. */
export const passwordResetJourneys = (shop: ShopAndBrowser): void => {
  test('when a forgotten password is reset with the mailed code, then the old password and all sessions are invalid, and the new password works (customer 8.15)', async () => {
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
    await sendButton(page).waitFor();
    const except = await mailbox.idsOf(email);
    await emailField(page).fill(email);
    await sendButton(page).click();
    await heading(page, '新しいパスワードの設定').waitFor();
    await page.getByText(/登録されていないメールアドレスには届きません。/).waitFor();
    await inspect('forgot-password-code');

    await typeCode(page, await mailbox.waitForCode({ to: email, except }));
    await resetButton(page).click();
    await page.getByText('新しいパスワードを入力してください。').waitFor();
    await inspect('forgot-password-incomplete');
    await passwordField(page).fill(NEW_PASSWORD);
    await confirmationField(page).fill(NEW_PASSWORD);
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
  });
};
