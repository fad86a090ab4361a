import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { emailField, newMember, passwordField, sendCredentials, signIn } from '../support/accounts.ts';
import { enterBackOffice, leaveMarker, provePassword } from '../support/admin.ts';
import { setClientAddress } from '../support/admins.ts';
import { type BackOffice, CONTEST } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const MINUTE_MS = 60_000;
const ADMIN_PATHS = [
  '/admin',
  '/dashboard',
  '/admin/contest/unknown',
  '/contest-edit/unknown',
  '/admin/two-factor-setup',
  '/admin/security',
];
const REQUIRED = '認証が必要です。ログインしてください。';
const EXPIRED = 'セッションの有効期限が切れました。再度ログインしてください。';

const submitButton = (page: Page) => page.getByRole('button', { name: 'ログイン', exact: true });
const inForm = (page: Page, text: string) => page.locator('form').getByText(text);
const adminKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('admin')));

/** The sign-in page of admins, and the protection of the back office. */
export const adminSignInJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const ledger = openTextLedger('admin-login');

  describe.each(['phone', 'desk'] as const)('the admin sign-in page, on a %s', (size) => {
    test('when the password is wrong repeatedly, then the remaining attempts are shown, and the form is locked for 15 minutes', async () => {
      const { page, context, inspect, wrong } = await shop.open(size);
      await setClientAddress(context, size === 'phone' ? '198.51.100.11' : '198.51.100.12');
      await page.clock.install();
      await page.goto('/admin-login');
      await submitButton(page).click();
      await inForm(page, 'メールアドレスを入力してください。').waitFor();
      await inForm(page, 'パスワードを入力してください。').waitFor();
      await waitForFocus(emailField(page));
      await inspect('admin-login-empty');
      await emailField(page).fill('nobody');
      await submitButton(page).click();
      await inForm(page, 'メールアドレスの形式が正しくありません。').waitFor();

      const unknownAccount = { email: `nobody-on-${size}@stagereel.example`, password: 'not the password' };
      for (const expected of [null, '残り試行回数: 3回', '残り試行回数: 2回', '残り試行回数: 1回']) {
        const response = page.waitForResponse('**/api/admin/login');
        await sendCredentials(page, unknownAccount);
        expect((await response).status()).toBe(401);
        await inForm(page, 'メールアドレスまたはパスワードが正しくありません').waitFor();
        if (expected === null) expect(await page.getByText('残り試行回数').count()).toBe(0);
        else await page.getByText(expected).waitFor();
        await ledger.see(page, 'ログイン失敗');
        await ledger.see(page, 'メールアドレスまたはパスワードが正しくありません');
        await readToast(page, { title: 'ログイン失敗', text: 'メールアドレスまたはパスワードが正しくありません' });
      }
      await ledger.see(page, '残り試行回数: {N}回');
      await page.getByText('次に失敗すると、アカウントが15分間ロックされます。').waitFor();
      await inspect('admin-login-last-try');
      await submitButton(page).click();
      await ledger.see(page, '管理者アカウントがロックされています。15分後に再試行してください。');
      await ledger.see(page, 'アカウントロック');
      await ledger.see(page, 'アカウントがロックされています');
      await readToast(page, { title: 'アカウントロック', text: 'アカウントがロックされています' });
      await ledger.see(page, 'アカウントロック中');
      expect(await page.getByRole('button', { name: 'アカウントロック中' }).isDisabled()).toBe(true);
      expect([await emailField(page).isDisabled(), await passwordField(page).isDisabled()]).toEqual([true, true]);
      await inspect('admin-login-locked');

      // A reload unlocks the form, but not the account.
      await page.reload();
      const response = page.waitForResponse('**/api/admin/login');
      await sendCredentials(page, unknownAccount);
      expect((await response).status()).toBe(423);
      await page.getByRole('button', { name: 'アカウントロック中' }).waitFor();
      await page.clock.fastForward(15 * MINUTE_MS);
      await submitButton(page).waitFor();
      expect(await emailField(page).isEnabled()).toBe(true);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the network or the identity service is unavailable, then an error is shown, and the input can be sent again', async () => {
      const { page, context, inspect, wrong } = await shop.open(size);
      const { service, info } = shop.stack();
      await page.goto('/admin-login');
      await submitButton(page).waitFor();
      await context.setOffline(true);
      await sendCredentials(page, info.admin);
      await inForm(page, 'ログインに失敗しました。インターネットに接続されていません。').waitFor();
      await ledger.see(page, 'ログインに失敗しました');
      await waitForFocus(passwordField(page));
      await readToast(page, { title: 'ログイン失敗', text: 'ログインに失敗しました' });
      await inspect('admin-login-offline');
      await context.setOffline(false);
      if (size === 'desk') {
        await service('identity').stop();
        try {
          await submitButton(page).click();
          await inForm(page, 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。').waitFor();
        } finally {
          await service('identity').start();
        }
      }
      await submitButton(page).click();
      await page.waitForURL('**/admin-2fa-verify');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when only the keyboard is used, then Enter submits the password, and the code opens the back office', async () => {
    const { page, context, wrong } = await shop.open('desk');
    const { info, mailbox } = shop.stack();
    const { email, password } = info.admin;
    const except = await mailbox.idsOf(email);
    await page.goto('/admin-login');
    await emailField(page).waitFor();
    await tabTo(page, emailField(page));
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
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
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  describe('access without an admin account', () => {
    test('when nobody is signed in, then every path of the back office redirects to the sign-in page, which shows the reason', async () => {
      const { page, context, wrong } = await shop.open('desk');
      for (const path of ADMIN_PATHS) {
        await page.goto(path);
        await page.waitForURL('**/admin-login');
        await inForm(page, REQUIRED).waitFor();
        await readToast(page, { title: '認証エラー', text: REQUIRED });
      }
      // A marker without a session: the server rejects the request.
      await leaveMarker(page, 'forged@example.jp');
      await page.goto('/admin?tab=orders');
      await page.waitForURL('**/admin-login');
      await inForm(page, EXPIRED).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a customer is signed in, then every path redirects to the sign-in page; with a forged marker, no part of the back office shows data', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await signIn(page, await newMember(shop.stack(), 'would-be-admin@example.jp'));
      for (const path of ADMIN_PATHS) {
        await page.goto(path);
        await page.waitForURL('**/admin-login');
      }
      await leaveMarker(page, 'would-be-admin@example.jp');
      const [contest] = await shop.stack().newCustomer().contests();
      const refused = 'この操作を行う権限がありません。';
      for (const path of [
        '/admin?tab=orders',
        '/admin?tab=sales',
        '/admin?tab=users',
        '/admin/two-factor-setup',
        `/admin/contest/${contest?.id}`,
      ]) {
        await page.goto(path);
        await page.getByRole('alert').getByText(refused).first().waitFor();
      }
      await page.goto('/admin');
      await page.getByRole('button', { name: 'セキュリティ監視' }).click();
      await page.getByRole('navigation', { name: '管理ツール' }).getByText('アクセスが拒否されました').waitFor();
      await readToast(page, { title: 'アクセスが拒否されました', text: '管理者としてログインしてください。' });
      await inspect('admin-access-denied');
      expect(new URL(page.url()).pathname).toBe('/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the back-office session', () => {
    test('when one hour has passed, then the page redirects to the sign-in page by itself and shows a message', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      await page.goto('/admin');
      const table = page.getByRole('table', { name: '大会の一覧' });
      await table.waitFor();
      await page.clock.fastForward(59 * MINUTE_MS);
      await page.reload();
      await table.waitFor();
      await page.clock.fastForward(MINUTE_MS);
      await page.waitForURL('**/admin-login');
      await inForm(page, REQUIRED).waitFor();
      await readToast(page, { title: '認証エラー', text: REQUIRED });
      expect(await adminKeys(page)).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session data in the browser cannot be read, then the admin counts as signed out', async () => {
      const { page, context, wrong } = await office.open('/admin');
      await page.getByRole('table', { name: '大会の一覧' }).waitFor();
      await page.evaluate(() => sessionStorage.setItem('admin_session', '{"admin":'));
      await page.reload();
      await page.waitForURL('**/admin-login');
      await page.addInitScript(() => {
        Storage.prototype.getItem = () => {
          throw new DOMException('Storage is blocked', 'SecurityError');
        };
      });
      await page.goto('/admin/security');
      await page.waitForURL('**/admin-login');
      await inForm(page, REQUIRED).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the server has ended the session, then the sign-in page shows the reason, and the input in the price table is kept', async () => {
      const { page, context, inspect, wrong } = await office.open('/admin', { hasOwnSession: true });
      await page.getByRole('link', { name: `${CONTEST}を編集` }).click();
      await page.getByRole('tab', { name: 'コンテンツ管理' }).click();
      await page.getByRole('button', { name: '料金を追加' }).click();
      await page.getByLabel('料金3の項目名').fill('第3カテゴリー');
      await page.getByLabel('料金3の価格（税込）').fill('６，０００');
      const editScreen = page.url();
      await page.request.post('/api/logout');
      await page.getByRole('button', { name: '価格表を保存' }).click();
      await readToast(page, { title: '認証エラー', text: EXPIRED });
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
    }, 120_000);
  });

  test('when all tests have run, then every sign-in text of the specification was displayed', () => {
    expect(ledger.unseen()).toEqual([]);
  });
};
