import { describe, expect, test } from '@jest/globals';
import { accountMailSubjects } from '@stagereel/contracts';
import { memberButton, newMember, PASSWORD, sendCredentials, signIn, tryWrongCode, wrongCode } from '../support/accounts.ts';
import type { Size } from '../support/browser.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { typeCode } from '../support/checkout.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { holdBack } from '../support/network.ts';
import { changeButton, passwordDialog } from '../support/password-dialog.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const NEW_PASSWORD = 'Sakurasaku2027';

/** The account page and its dialog that changes the password. */
export const accountJourneys = (shop: ShopAndBrowser): void => {
  const ledger = openTextLedger('password-change');

  /** Opens the account page in the window of a new member. */
  const openAccount = async (name: string, size?: Size) => {
    const member = await newMember(shop.stack(), `${name}@example.jp`);
    const window = await shop.open(size);
    const { page } = window;
    await signIn(page, member);
    await page.goto('/account');
    await changeButton(page).waitFor();
    return { ...window, member, dialog: passwordDialog({ stack: shop.stack(), page, email: member.email }) };
  };

  describe.each(['phone', 'desk'] as const)('with the %s screen size', (size) => {
    test('when a member changes the password, then this session stays valid, the other session ends, and only the new password works', async () => {
      const { page, context, inspect, wrong, member, dialog } = await openAccount(`changes-on-${size}`, size);
      const { email } = member;
      const other = await shop.open(size);
      await signIn(other.page, member);
      await other.page.goto('/account');
      await changeButton(other.page).waitFor();

      await page.getByRole('main').getByText(email).waitFor();
      await page.getByRole('main').getByText('設定済み').waitFor();
      expect(await page.getByText('••••••••').isVisible()).toBe(true);
      await inspect('account');
      await changeButton(page).click();
      await dialog.step(1).waitFor();
      await inspect('password-1-send');
      const code = await dialog.goToCode();
      await dialog.self.getByText(`${email} に届いた6桁の認証コードを入力してください。`).waitFor();
      await inspect('password-2-code');
      await typeCode(page, code);
      await dialog.buttons.verify.click();
      await dialog.step(3).waitFor();
      await inspect('password-3-passwords');
      await dialog.sendPasswords({ current: PASSWORD, fresh: NEW_PASSWORD });

      await page.getByRole('main').getByRole('status').getByText('パスワードを変更しました。').waitFor();
      await dialog.self.waitFor({ state: 'detached' });
      await waitForFocus(changeButton(page));
      await inspect('password-changed');
      await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(accountMailSubjects['password-changed']) });

      await page.reload();
      await memberButton(page, email).waitFor();
      await other.page.reload();
      await other.page.waitForURL('**/login');
      const logIn = (password: string) => shop.stack().newCustomer().logIn({ email, password });
      await expect(logIn(PASSWORD)).rejects.toMatchObject({ status: 401 });
      expect(await logIn(NEW_PASSWORD)).toMatchObject({ user: { username: expect.any(String) } });

      await page.getByRole('link', { name: '購入履歴を見る' }).click();
      await page.waitForURL('**/purchase-history');
      await page.goBack();
      await page.getByRole('main').getByRole('button', { name: 'ログアウト' }).click();
      await page.getByText('ログアウトしました。').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goto('/account');
      await page.waitForURL('**/login');
      expect([...wrong(), ...other.wrong()]).toEqual([]);
      await Promise.all([context.close(), other.context.close()]);
    }, 120_000);
  });

  describe('the steps of the password dialog', () => {
    test('when only the keyboard is used, then each new step focuses its first field, and pressing Enter twice submits once', async () => {
      const { page, context, wrong, dialog } = await openAccount('changes-by-keyboard', 'desk');
      await tabTo(page, changeButton(page));
      await page.keyboard.press('Enter');
      await dialog.step(1).waitFor();
      await tabTo(page, dialog.buttons.send);
      const code = await dialog.codeAfter(() => page.keyboard.press('Enter'));
      await dialog.step(2).waitFor();
      await waitForFocus(page.getByLabel('認証コード 1桁目'));
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await dialog.step(3).waitFor();
      const { current, fresh, repeated } = dialog.fields;
      await waitForFocus(current);
      await page.keyboard.type(PASSWORD);
      for (const field of [fresh, repeated]) {
        await tabTo(page, field);
        await page.keyboard.type(NEW_PASSWORD);
      }
      const requestedPaths: string[] = [];
      page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      const release = await holdBack(page, '**/api/change-password');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await release();
      await page.getByRole('main').getByText('パスワードを変更しました。').waitFor();
      expect(requestedPaths.filter((path) => path === '/api/change-password')).toHaveLength(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the dialog is canceled or closed, then it reopens empty at the first step, and the focus returns to its button', async () => {
      const { page, context, wrong, member, dialog } = await openAccount('changes-another-day', 'desk');
      const closeActions = [
        () => dialog.button('キャンセル').click(),
        () => dialog.button('閉じる').click(),
        () => page.keyboard.press('Escape'),
      ];
      for (const closeDialog of closeActions) {
        await changeButton(page).click();
        await dialog.goToPasswords();
        await dialog.fields.current.fill(PASSWORD);
        await closeDialog();
        await dialog.self.waitFor({ state: 'detached' });
        await waitForFocus(changeButton(page));
      }
      await changeButton(page).click();
      await dialog.step(1).waitFor();
      const code = await dialog.goToCode();
      await typeCode(page, code);
      await dialog.button('キャンセル').click();
      await changeButton(page).click();
      await dialog.goToCode();
      expect(await page.getByLabel('認証コード 1桁目').inputValue()).toBe('');
      expect(await shop.stack().newCustomer().logIn(member)).toBeDefined();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the error messages of the password dialog', () => {
    test('when the code is missing, wrong, replaced or cannot be sent, then its step shows the error', async () => {
      const { page, context, inspect, wrong, dialog } = await openAccount('codes-fail');
      const identity = shop.stack().service('identity');
      await changeButton(page).click();
      await identity.stop();
      await dialog.buttons.send.click();
      await ledger.see(page, '認証コードの送信に失敗しました');
      await inspect('password-1-failed');
      await context.setOffline(true);
      await dialog.buttons.send.click();
      await dialog.self.getByText('インターネットに接続されていません。接続を確認して、もう一度お試しください。').waitFor();
      await context.setOffline(false);
      await identity.start();
      const first = await dialog.goToCode();

      await dialog.buttons.verify.click();
      await ledger.see(page, '認証コードを入力してください');
      await waitForFocus(page.getByLabel('認証コード 1桁目'));
      await inspect('password-2-empty');
      await tryWrongCode({ page, code: wrongCode(first), button: '確認する' });
      await ledger.see(page, '認証コードが正しくありません');
      await dialog.self.getByText('メールに記載された、最新の6桁のコードを入力してください。').waitFor();
      await inspect('password-2-wrong');

      const second = await dialog.codeAfter(() => dialog.button('認証コードを再送信').click());
      await dialog.self.getByText('新しい認証コードを送信しました。以前のコードは使えません。').waitFor();
      await tryWrongCode({ page, code: first === second ? wrongCode(second) : first, button: '確認する' });
      await ledger.see(page, '認証コードが正しくありません');

      // Without a response the code may be correct, so it stays in the boxes.
      await identity.stop();
      await typeCode(page, second);
      await dialog.buttons.verify.click();
      await ledger.see(page, '認証コードが正しくありません');
      await dialog.self.getByText('時間をおいて、もう一度お試しください。').waitFor();
      expect(await page.getByLabel('認証コード 6桁目').inputValue()).toBe(second.slice(-1));
      await dialog.button('認証コードを再送信').click();
      await dialog.failure('認証コードの送信に失敗しました').waitFor();
      await inspect('password-2-resend-failed');
      await identity.start();
      await dialog.buttons.verify.click();
      await dialog.step(3).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when passwords are missing, weak, different or refused, then the third step shows the error and keeps the input', async () => {
      const { page, context, inspect, wrong, dialog } = await openAccount('passwords-fail');
      await changeButton(page).click();
      await dialog.goToPasswords();
      await dialog.buttons.change.click();
      await ledger.see(page, 'すべての項目を入力してください');
      await waitForFocus(dialog.fields.current);
      await inspect('password-3-empty');

      await dialog.sendPasswords({ current: PASSWORD, fresh: 'Hana7', repeated: 'Hana8' });
      await ledger.see(page, 'パスワードは8文字以上である必要があります');
      await ledger.see(page, '新しいパスワードが一致しません');
      await waitForFocus(dialog.fields.fresh);
      await inspect('password-3-wrong');
      await dialog.sendPasswords({ current: PASSWORD, fresh: 'sakurasaku' });
      await dialog.self.getByText('大文字・小文字・数字のうち2種類以上を含めてください。', { exact: true }).waitFor();
      await dialog.sendPasswords({ current: PASSWORD, fresh: PASSWORD });
      await dialog.self.getByText('現在と異なるパスワードを入力してください。').waitFor();

      const identity = shop.stack().service('identity');
      await identity.stop();
      await dialog.sendPasswords({ current: PASSWORD, fresh: NEW_PASSWORD });
      await ledger.see(page, 'パスワード変更に失敗しました');
      await inspect('password-3-failed');
      await page.route('**/api/change-password', (route) => route.abort('connectionreset'));
      await dialog.buttons.change.click();
      await dialog.self.getByText(/変更が完了している場合もあります。/).waitFor();
      await page.unroute('**/api/change-password');
      await identity.start();
      expect(await dialog.fields.repeated.inputValue()).toBe(NEW_PASSWORD);
      await dialog.buttons.change.click();
      await page.getByRole('main').getByText('パスワードを変更しました。').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the current password is wrong too often, then the code verification is revoked, and the change restarts at the first step', async () => {
      const { page, context, inspect, wrong, dialog } = await openAccount('guesses');
      await changeButton(page).click();
      await dialog.goToPasswords();
      await dialog.sendPasswords({ current: 'Not-the-password1', fresh: NEW_PASSWORD });
      await dialog.self.getByText('現在のパスワードが正しいかご確認ください。').waitFor();
      await waitForFocus(dialog.fields.current);
      await inspect('password-3-refused');
      // The page still shows the error of the previous try, so only the response reveals when the code verification is revoked.
      for (let tries = 1, isVerified = true; isVerified && tries < 10; tries += 1) {
        const responsePromise = page.waitForResponse('**/api/change-password');
        await dialog.buttons.change.click();
        isVerified = (await (await responsePromise).json()).code !== 'PasswordChangeUnverified';
        await dialog.failure('パスワード変更に失敗しました').waitFor();
      }
      await dialog.step(1).waitFor();
      await dialog
        .failure('パスワード変更に失敗しました')
        .getByText('認証コードの確認が必要です。認証コードの取得からやり直してください。')
        .waitFor();
      await waitForFocus(dialog.buttons.send);
      await inspect('password-1-anew');
      await dialog.goToPasswords();
      await dialog.sendPasswords({ current: PASSWORD, fresh: NEW_PASSWORD });
      await page.getByRole('main').getByText('パスワードを変更しました。').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when all tests of the dialog have run, then every text that the specification quotes was shown', () => {
      expect(ledger.unseen()).toEqual([]);
    });
  });

  describe('the session on the account page', () => {
    test('when the session ends while the dialog is open, then the member logs in and returns to the account page', async () => {
      const { page, context, inspect, wrong, member, dialog } = await openAccount('is-signed-out');
      await changeButton(page).click();
      await dialog.step(1).waitFor();
      await page.request.post('/api/logout');
      await dialog.buttons.send.click();
      await page.waitForURL('**/login');
      await page.getByText('認証エラー').waitFor();
      await page.getByRole('main').getByText('セッションの有効期限が切れました。もう一度ログインしてください。').waitFor();
      await inspect('account-session-expired');
      await sendCredentials(page, member);
      await page.waitForURL('**/account');
      await changeButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session check is pending, then the page shows a loading text, and when it fails, then retry repeats it', async () => {
      const { page, context, inspect, wrong } = await openAccount('is-unknown');
      const release = await holdBack(page, '**/api/auth/check');
      await page.reload();
      await page.getByRole('main').getByText('読み込み中').waitFor();
      await inspect('account-loading');
      await release();
      await changeButton(page).waitFor();

      await page.route('**/api/auth/check', (route) => route.abort('connectionreset'));
      await page.reload();
      await page.getByRole('alert').filter({ hasText: 'アカウント情報を読み込めませんでした' }).waitFor();
      await inspect('account-failed');
      await page.unroute('**/api/auth/check');
      await page.getByRole('button', { name: '再試行' }).click();
      await changeButton(page).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
