import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { emailField, passwordField } from '../support/accounts.ts';
import { provePassword } from '../support/admin.ts';
import { type BackOffice, CONTEST } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const EXPIRED = 'セッションの有効期限が切れました。再度ログインしてください。';

const inForm = (page: Page, text: string) => page.locator('form').getByText(text);
const adminKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('admin')));

/** The sign-in of admins, and the end of their session. */
export const adminSignInJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test('when only the keyboard is used, then Enter submits the password, again after the service failed, and the code opens the back office (admin 2.14, 4.4, 4.9, 6.1, 7.4)', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    const { info, mailbox, service } = shop.stack();
    const { email, password } = info.admin;
    const except = await mailbox.idsOf(email);
    await page.goto('/admin-login');
    await emailField(page).waitFor();
    await tabTo(page, emailField(page));
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await service('identity').stop();
    try {
      await page.keyboard.press('Enter');
      await inForm(page, 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。').waitFor();
      await waitForFocus(passwordField(page));
      await expectToastAndClose(page, { title: 'ログイン失敗', text: 'サービスに接続できませんでした。' });
      await inspect('admin-login-unavailable');
    } finally {
      await service('identity').start();
    }
    await tabTo(page, passwordField(page));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin-2fa-verify');
    await waitForFocus(page.getByLabel('認証コード 1桁目'));
    await page.keyboard.type(await mailbox.waitForCode({ to: email, except }));
    await page.waitForURL('**/admin');
    await page.getByRole('table', { name: '大会の一覧' }).waitFor();
    await page.getByRole('banner').getByText(email).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'ログアウト' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin-login');
    expect(await adminKeys(page)).toEqual([]);
    await page.goto('/admin');
    await page.waitForURL('**/admin-login');
    expect((await page.request.get('/api/users')).status()).toBe(401);
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when the server has ended the session, then the sign-in page shows the reason, and the input in the price table is kept (admin 8.3)', async () => {
    const { page, context, inspect, wrong } = await office.open('/admin', { hasOwnSession: true });
    await page.getByRole('link', { name: `${CONTEST}を編集` }).click();
    await page.getByRole('tab', { name: 'コンテンツ管理' }).click();
    await page.getByRole('button', { name: '料金を追加' }).click();
    await page.getByLabel('料金3の項目名').fill('第3カテゴリー');
    await page.getByLabel('料金3の価格（税込）').fill('６，０００');
    const editScreen = page.url();
    await page.request.post('/api/logout');
    await page.getByRole('button', { name: '価格表を保存' }).click();
    await expectToastAndClose(page, { title: '認証エラー', text: EXPIRED });
    await page.waitForURL('**/admin-login');
    await inForm(page, EXPIRED).waitFor();
    await inspect('admin-login-expired');
    const { readCode } = await provePassword({ stack: shop.stack(), page });
    await typeCode(page, await readCode());
    await page.waitForURL('**/admin');
    await page.goto(editScreen);
    await page.getByText('保存していない変更があります。').waitFor();
    expect(await page.getByLabel('料金3の項目名').inputValue()).toBe('第3カテゴリー');
    await page.getByRole('button', { name: '価格表を保存' }).click();
    await page.getByText('価格表を保存しました').waitFor();
    expect(await page.getByLabel('料金3の価格（税込）').inputValue()).toBe('6,000');
    await page.getByRole('button', { name: 'ログアウト' }).click();
    await page.waitForURL('**/admin-login');
    expect(await adminKeys(page)).toEqual([]);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
