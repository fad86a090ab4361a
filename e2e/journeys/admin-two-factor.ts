import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { sendCredentials, waitForEmptyBoxes, wrongCode } from '../support/accounts.ts';
import { provePassword } from '../support/admin.ts';
import { appointAdmin, asUsedBy, type Credentials, changeAccount } from '../support/admins.ts';
import { untilAudited } from '../support/audit.ts';
import { type AuthenticatorApp, openAuthenticator } from '../support/authenticator.ts';
import { type BackOffice, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { readToast } from '../support/contest-desk.ts';
import { watchFor } from '../support/glimpses.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const VERIFY = '**/admin-2fa-verify';
const CURRENT_CODE = '現在の認証アプリのコード';
const NEW_CODE = '新しい認証アプリのコード';
const CODE_SENT = '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。';
const CODE_EXPIRED = '認証コードが期限切れになりました、再度ログインしてください';

const box = (page: Page, label = '認証コード') => page.getByLabel(`${label} 1桁目`, { exact: true });
const verifyButton = (page: Page) => page.getByRole('button', { name: '認証する', exact: true });
const resendButton = (page: Page) => page.getByRole('button', { name: '認証コードを再送信' });
const confirmButton = (page: Page) => page.getByRole('button', { name: '認証して設定を完了する' });
/** The lifetime of a code. One second may have passed before the page shows it. */
const TEN_MINUTES = { text: /^(10:00|9:59)$/ };

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
  const verifyTexts = openTextLedger('admin-2fa-verify');
  const setupTexts = openTextLedger('two-factor-setup');

  describe.each(['phone', 'desk'] as const)('the code by mail, on a %s', (size) => {
    test('when a code is wrong, sent again or expired, then a message is shown, and an expired code leads back to the password', async () => {
      const admin = await appointAdmin(shop.stack(), `mailed-on-${size}@stagereel.example`);
      const stack = asUsedBy(shop.stack(), admin);
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/admin-2fa-verify');
      await page.waitForURL('**/admin-login');
      await page.clock.install();
      let waitForCountdown = (): Promise<void> =>
        Promise.reject(new Error('The screen 20-admin-login was not displayed, so the countdown was not watched'));
      const { readCode } = await provePassword({
        stack,
        page,
        inspect: async (screen) => {
          if (screen === '20-admin-login') waitForCountdown = await watchFor(page, TEN_MINUTES);
        },
      });
      await waitForCountdown();
      await readToast(page, { title: '', text: CODE_SENT });
      const first = await readCode();
      await page.getByText(`${admin.email} に送信された6桁の認証コードを入力してください。`).waitFor();
      expect(await verifyButton(page).isDisabled()).toBe(true);
      await typeCode(page, 'ab-1２3');
      expect(
        await page
          .getByRole('group', { name: '認証コード' })
          .getByRole('textbox')
          .evaluateAll((boxes) => boxes.map((each) => (each as HTMLInputElement).value).join('')),
      ).toBe('123');
      expect(await verifyButton(page).isDisabled()).toBe(true);
      await typeCode(page, wrongCode(first));
      await verifyTexts.see(page, '認証失敗');
      await verifyTexts.see(page, '認証コードが正しくありません');
      await page.locator('form').getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
      await readToast(page, { title: '認証失敗', text: '認証コードが正しくありません' });
      await inspect('admin-two-factor-wrong');

      await context.setOffline(true);
      await typeCode(page, first);
      await verifyTexts.see(page, 'エラー');
      await verifyTexts.see(page, '認証に失敗しました');
      await readToast(page, { title: 'エラー', text: '認証に失敗しました' });
      await resendButton(page).click();
      await verifyTexts.see(page, '再送信失敗');
      await verifyTexts.see(page, '認証コードの再送信に失敗しました');
      await readToast(page, { title: '再送信失敗', text: '認証コードの再送信に失敗しました' });
      await inspect('admin-two-factor-offline');
      await context.setOffline(false);

      await page.clock.fastForward(9 * 60_000);
      await page.getByText(/^0:\d\d$/).waitFor();
      const except = await stack.mailbox.idsOf(admin.email);
      const waitForNewCountdown = await watchFor(page, TEN_MINUTES);
      await resendButton(page).click();
      await waitForNewCountdown();
      const second = await stack.mailbox.waitForCode({ to: admin.email, except });
      // In one of a million runs, both codes are equal.
      if (second !== first) {
        await typeCode(page, first);
        await page.locator('form').getByText('認証コードが正しくありません').waitFor();
        await waitForEmptyBoxes(page);
      }
      await page.clock.fastForward(10 * 60_000);
      await page.waitForURL('**/admin-login');
      await verifyTexts.see(page, CODE_EXPIRED);
      await readToast(page, { title: '認証エラー', text: CODE_EXPIRED });
      await page.locator('form').getByText(CODE_EXPIRED).waitFor();
      await inspect('admin-login-code-expired');
      await page.goto('/admin-2fa-verify');
      await page.waitForURL('**/admin-login');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when the session of the password step is lost, then the first code leads back to the password', async () => {
    const { page, context, wrong } = await shop.open('desk');
    await provePassword({ stack: shop.stack(), page });
    await context.clearCookies();
    await typeCode(page, '123456');
    await page.waitForURL('**/admin-login');
    await page.locator('form').getByText(CODE_EXPIRED).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  describe('the authenticator app', () => {
    let admin: Credentials;
    let secret: string;
    let app: AuthenticatorApp;
    let mailsBefore: number;
    const codeMails = async (): Promise<number> =>
      (await shop.stack().mailbox.to(admin.email)).filter(({ subject }) => subject.includes('認証コード')).length;

    test('when the app is set up, then its first code is required, and the last page warns against losing the app', async () => {
      admin = await appointAdmin(shop.stack(), 'has-the-app@stagereel.example');
      const { page, context, inspect, wrong } = await office.open('/admin', { admin });
      await page.route('**/api/setup-2fa', (route) => route.abort('connectionreset'));
      await page.getByRole('link', { name: '二段階認証の設定' }).click();
      await page.waitForURL('**/admin/two-factor-setup');
      await setupTexts.see(page, '設定の取得に失敗しました');
      await inspect('two-factor-setup-unloaded');
      await page.unroute('**/api/setup-2fa');
      await retry(page, '設定の取得に失敗しました').click();
      secret = await secretOn(page);
      expect(await page.getByRole('img', { name: '認証アプリで読み取るQRコード' }).getAttribute('src')).toMatch(
        /^data:image\/svg\+xml;base64,/,
      );
      await inspect('two-factor-setup');

      await typeCode(page, '12345');
      await confirmButton(page).click();
      await setupTexts.see(page, '6桁の認証コードを入力してください');
      await waitForFocus(box(page));
      await readToast(page, { title: '入力エラー', text: '6桁の認証コードを入力してください' });
      app = openAuthenticator(secret);
      await typeCode(page, app.wrong());
      await confirmButton(page).click();
      await setupTexts.see(page, '認証エラー');
      await setupTexts.see(page, '認証に失敗しました');
      await page.getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
      await readToast(page, { title: '認証エラー', text: '認証に失敗しました' });
      await inspect('two-factor-setup-wrong');

      await context.setOffline(true);
      await typeCode(page, await app.next());
      await confirmButton(page).click();
      await setupTexts.see(page, '二段階認証の設定に失敗しました');
      await readToast(page, { title: '認証エラー', text: '認証に失敗しました' });
      await inspect('two-factor-setup-offline');
      await context.setOffline(false);
      await confirmButton(page).click();
      const done = page.getByRole('heading', { name: '二段階認証の設定が完了しました' });
      await waitForFocus(done);
      await page.getByText('認証アプリを失わないようご注意ください').waitFor();
      await inspect('two-factor-setup-done');
      await page.getByRole('link', { name: 'ダッシュボードに戻る' }).click();
      await page.waitForURL('**/admin');
      mailsBefore = await codeMails();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when an admin signs in, then the app codes work on both sign-in pages, and each code works once', async () => {
      const { page, context, inspect, wrong } = await shop.open('phone');
      await page.goto('/admin-login');
      await sendCredentials(page, admin);
      await page.waitForURL(VERIFY);
      await page.getByText('認証アプリに表示されている6桁の認証コードを入力してください。').waitFor();
      await inspect('admin-two-factor-app');
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
      await page.keyboard.press('Enter');
      await page.getByText('認証コードが正しくありません').waitFor();
      await waitForEmptyBoxes(page);
      await typeCode(page, await app.next());
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      await page.getByRole('heading', { name: '大会管理' }).waitFor();
      // None of these sign-ins sent a code by mail.
      expect(await codeMails()).toBe(mailsBefore);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the app is not at hand, then a code by mail works; when the app is replaced, then a code of the current app is required', async () => {
      const stack = asUsedBy(shop.stack(), admin);
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/admin-login');
      await sendCredentials(page, admin);
      await page.waitForURL(VERIFY);
      const except = await stack.mailbox.idsOf(admin.email);
      await page.getByRole('button', { name: 'メールでコードを受け取る' }).click();
      await page.getByText('認証アプリのコードも引き続き使えます。').waitFor();
      await typeCode(page, await stack.mailbox.waitForCode({ to: admin.email, except }));
      await page.waitForURL('**/admin');
      await page.goto('/admin/two-factor-setup');
      await page.getByText('認証アプリは設定済みです').waitFor();
      await secretOn(page);
      await inspect('two-factor-replacement');

      // Another page of the same session requests a new secret, so the one of this page is invalid.
      expect((await page.request.post('/api/setup-2fa')).ok()).toBe(true);
      await typeInto(page, { label: CURRENT_CODE, code: app.wrong() });
      await typeInto(page, { label: NEW_CODE, code: app.wrong() });
      await confirmButton(page).click();
      await page.getByText('設定の有効期限が切れました。').waitFor();
      await readToast(page, { title: '認証エラー', text: '認証に失敗しました' });
      await inspect('two-factor-setup-over');
      await page.getByRole('button', { name: '新しいQRコードを表示' }).click();
      // The steps, including their headings, are rendered again.
      await page.getByText('設定の有効期限が切れました。').waitFor({ state: 'detached' });
      await waitForFocus(page.getByRole('heading', { name: '2. QRコードを読み取る' }));

      const next = openAuthenticator(await secretOn(page));
      await typeInto(page, { label: CURRENT_CODE, code: app.wrong() });
      await typeInto(page, { label: NEW_CODE, code: await next.next() });
      await confirmButton(page).click();
      await page.getByText('認証コードが正しくありません').waitFor();
      await waitForFocus(box(page, CURRENT_CODE));
      await readToast(page, { title: '認証エラー', text: '認証に失敗しました' });
      // Each code works once, and the app shows a new one every 30 seconds. This reset replaces the wait.
      await changeAccount(stack, { email: admin.email, change: { 'twoFactor.lastStep': 0 } });
      await typeInto(page, { label: CURRENT_CODE, code: await openAuthenticator(secret).next() });
      await confirmButton(page).click();
      await waitForFocus(page.getByRole('heading', { name: '二段階認証の設定が完了しました' }));
      await untilAudited(await office.elsewhere(), { q: admin.email, action: 'two-factor.replaced' });
      await page.goto('/admin/security?tab=audit');
      await page.getByRole('article', { name: `認証アプリの切り替え ${admin.email}` }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then the app can be set up', async () => {
      const other = await appointAdmin(shop.stack(), 'app-by-keyboard@stagereel.example');
      const { page, context, wrong } = await office.open('/admin/two-factor-setup', { admin: other });
      const copy = page.getByRole('button', { name: 'シークレットキーをコピー' });
      const ownApp = openAuthenticator(await secretOn(page));
      await tabTo(page, copy);
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByText('コピーしました').waitFor();
      await tabTo(page, box(page));
      await page.keyboard.type(await ownApp.next());
      await page.keyboard.press('Enter');
      await waitForFocus(page.getByRole('heading', { name: '二段階認証の設定が完了しました' }));
      await tabTo(page, page.getByRole('link', { name: 'ダッシュボードに戻る' }));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  test('when all tests have run, then every text of the specification for both pages was displayed', () => {
    expect([verifyTexts.unseen(), setupTexts.unseen()]).toEqual([[], []]);
  });
};
