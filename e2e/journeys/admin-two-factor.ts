import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sendCredentials, waitForEmptyBoxes, wrongCode } from '../support/accounts.ts';
import { provePassword } from '../support/admin.ts';
import { appointAdmin, asUsedBy, type Credentials, changeStoredAccount } from '../support/admins.ts';
import { untilAudited } from '../support/audit.ts';
import { type AuthenticatorApp, openAuthenticator } from '../support/authenticator.ts';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const VERIFY = '**/admin-2fa-verify';
const CURRENT_CODE = '現在の認証アプリのコード';
const NEW_CODE = '新しい認証アプリのコード';
const CODE_SENT = '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。';

const box = (page: Page, label = '認証コード') => page.getByLabel(`${label} 1桁目`, { exact: true });
const resendButton = (page: Page) => page.getByRole('button', { name: '認証コードを再送信' });
const confirmButton = (page: Page) => page.getByRole('button', { name: '認証して設定を完了する' });

/** Types a code into the boxes with this label. */
const typeInto = async (page: Page, { label, code }: { label: string; code: string }): Promise<void> => {
  await box(page, label).click();
  await page.keyboard.type(code);
};

const secretOn = async (page: Page): Promise<string> => {
  await page.getByRole('img', { name: '認証アプリで読み取るQRコード' }).waitFor();
  const shown = await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
  return String(shown).replaceAll(' ', '');
};

/** The second step of the sign-in: codes by mail, and the authenticator app that can replace them. */
export const adminTwoFactorJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test('when a mailed code is wrong or was replaced, then it is refused, and the newest code opens the back office (admin 9.2)', async () => {
    const admin = await appointAdmin(shop.stack(), 'mailed-code@stagereel.example');
    const stack = asUsedBy(shop.stack(), admin);
    const { page, context, inspect, wrong } = await shop.open('phone');
    const { readCode } = await provePassword({ stack, page });
    await expectToastAndClose(page, { title: '', text: CODE_SENT });
    const first = await readCode();
    await page.getByText(`${admin.email} に送信された6桁の認証コードを入力してください。`).waitFor();
    await typeCode(page, wrongCode(first));
    await page.locator('form').getByText('認証コードが正しくありません').waitFor();
    await waitForEmptyBoxes(page);
    await expectToastAndClose(page, { title: '認証失敗', text: '認証コードが正しくありません' });
    await inspect('admin-two-factor-wrong');

    const except = await stack.mailbox.idsOf(admin.email);
    await resendButton(page).click();
    await expectToastAndClose(page, { title: '', text: '認証コードをメールで送信しました。メールをご確認ください。' });
    const second = await stack.mailbox.waitForCode({ to: admin.email, except });
    // In one of a million runs, both codes are equal.
    if (second !== first) {
      await typeCode(page, first);
      await page.locator('form').getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
    }
    await typeCode(page, second);
    await page.waitForURL('**/admin');
    await page.getByRole('heading', { name: '大会管理' }).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  });

  describe('the authenticator app', () => {
    let admin: Credentials;
    let secret: string;
    let app: AuthenticatorApp;
    const codeMails = async (): Promise<number> =>
      (await shop.stack().mailbox.to(admin.email)).filter(({ subject }) => subject.includes('認証コード')).length;

    test('when the app is set up by keyboard, then its codes replace the mailed ones on both sign-in pages, and each code works once (admin 2.57, 2.58, 4.26, 9.4)', async () => {
      admin = await appointAdmin(shop.stack(), 'has-the-app@stagereel.example');
      const { page, context, inspect, wrong } = await office.open('/admin', { admin });
      await page.getByRole('link', { name: '二段階認証の設定' }).click();
      await page.waitForURL('**/admin/two-factor-setup');
      secret = await secretOn(page);
      app = openAuthenticator(secret);
      await inspect('two-factor-setup');
      await tabTo(page, page.getByRole('button', { name: 'シークレットキーをコピー' }));
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByText('コピーしました').waitFor();
      await tabTo(page, box(page));
      await page.keyboard.type(app.wrong());
      await page.keyboard.press('Enter');
      await page.getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
      await expectToastAndClose(page, { title: '認証エラー', text: '認証に失敗しました' });
      await inspect('two-factor-setup-wrong');
      await tabTo(page, box(page));
      await page.keyboard.type(await app.next());
      await page.keyboard.press('Enter');
      await waitForFocus(page.getByRole('heading', { name: '二段階認証の設定が完了しました' }));
      await inspect('two-factor-setup-done');
      await tabTo(page, page.getByRole('link', { name: 'ダッシュボードに戻る' }));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      const mailsBefore = await codeMails();
      await page.getByRole('button', { name: 'ログアウト' }).click();
      await page.waitForURL('**/admin-login');

      await sendCredentials(page, admin);
      await page.waitForURL(VERIFY);
      await page.getByText('認証アプリに表示されている6桁の認証コードを入力してください。').waitFor();
      const used = await app.next();
      await typeCode(page, used);
      await page.waitForURL('**/admin');
      await page.getByRole('heading', { name: '大会管理' }).waitFor();
      await page.getByRole('button', { name: 'ログアウト' }).click();
      await page.waitForURL('**/admin-login');

      await page.goto('/login');
      await sendCredentials(page, admin);
      await page.getByText('認証アプリに表示されている6桁の認証コードを入力してください。').waitFor();
      await inspect('login-app');
      await typeCode(page, used);
      await page.getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
      // The app shows a new code every 30 seconds. This reset replaces the wait.
      await changeStoredAccount(shop.stack(), { email: admin.email, change: { 'twoFactor.lastStep': 0 } });
      const restarted = openAuthenticator(secret);
      const earliest = await restarted.next();
      // A code that was just refused is not submitted by itself again.
      await typeCode(page, earliest === used ? await restarted.next() : earliest);
      await page.waitForURL('**/admin');
      await page.getByRole('heading', { name: '大会管理' }).waitFor();
      // None of these sign-ins sent a code by mail.
      expect(await codeMails()).toBe(mailsBefore);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when the app is not at hand, then a code by mail works; when the app is replaced, then a code of the current app is required', async () => {
      const stack = asUsedBy(shop.stack(), admin);
      const { page, context, inspect, wrong } = await shop.open('phone');
      await page.goto('/admin-login');
      await sendCredentials(page, admin);
      await page.waitForURL(VERIFY);
      await page.getByText('認証アプリに表示されている6桁の認証コードを入力してください。').waitFor();
      await inspect('admin-two-factor-app');
      const except = await stack.mailbox.idsOf(admin.email);
      await page.getByRole('button', { name: 'メールでコードを受け取る' }).click();
      await page.getByText('認証アプリのコードも引き続き使えます。').waitFor();
      await typeCode(page, await stack.mailbox.waitForCode({ to: admin.email, except }));
      await page.waitForURL('**/admin');
      await page.goto('/admin/two-factor-setup');
      await page.getByText('認証アプリは設定済みです').waitFor();
      await secretOn(page);
      await inspect('two-factor-replacement');

      // Each code works once, and the app shows a new one every 30 seconds. This reset replaces the wait.
      await changeStoredAccount(stack, { email: admin.email, change: { 'twoFactor.lastStep': 0 } });
      await typeInto(page, { label: CURRENT_CODE, code: await openAuthenticator(secret).next() });
      await typeInto(page, { label: NEW_CODE, code: await openAuthenticator(await secretOn(page)).next() });
      await confirmButton(page).click();
      await waitForFocus(page.getByRole('heading', { name: '二段階認証の設定が完了しました' }));
      await untilAudited(await office.elsewhere(), { q: admin.email, action: 'two-factor.replaced' });
      await page.goto('/admin/security?tab=audit');
      await page.getByRole('article', { name: `認証アプリの切り替え ${admin.email}` }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
