import { expect, jest, test } from '@jest/globals';
import { LOCK_SECONDS } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { goOffline } from '../../src/testing/go-offline.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { emailField, expectToastAndClose, passwordField } from '../admin-frame/office-screens.tsx';

const LOGIN = 'POST /api/admin/login';
const WRONG = 'メールアドレスまたはパスワードが正しくありません';
const CREDENTIALS = { email: 'admin@example.jp', password: 'Not-the-password1' };

const ledger = openTextLedger('admin-login');

const submitButton = () => screen.findByRole('button', { name: 'ログイン' });
const form = async () => {
  const found = (await emailField()).closest('form');
  if (!found) throw new Error('The fields are not in a form');
  return within(found);
};
/** Waits for a text in the form, which stays when the toast is gone. */
const seeInForm = async (text: string): Promise<void> => {
  await waitFor(async () => expect((await form()).getByText(text)).toBeVisible());
};

const openLogin = (respond: Responder = () => errorResponse('CredentialsInvalid')) => openPage('/admin-login', { [LOGIN]: respond });
type LoginPage = ReturnType<typeof openLogin>;

const sendCredentials = async ({ user }: LoginPage): Promise<void> => {
  await user.clear(await emailField());
  await user.type(await emailField(), CREDENTIALS.email);
  await user.clear(await passwordField());
  await user.type(await passwordField(), CREDENTIALS.password);
  await user.click(await submitButton());
};

test('when fields are empty or not an address, then each field shows its error, and nothing is sent (admin 2.6, 5.18)', async () => {
  const page = openLogin();
  await page.user.click(await submitButton());
  await seeInForm('メールアドレスを入力してください。');
  await seeInForm('パスワードを入力してください。');
  await waitFor(async () => expect(await emailField()).toHaveFocus());
  await expectAccessible();
  await page.user.type(await emailField(), 'nobody');
  await page.user.click(await submitButton());
  await seeInForm('メールアドレスの形式が正しくありません。');
  expect(page.requests(LOGIN)).toHaveLength(0);
});

test('when the password is wrong repeatedly, then the last three attempts are counted, and the last one warns of the lock (admin 4.6, 8.26, 8.29, 9.3)', async () => {
  const page = openLogin();
  await sendCredentials(page);
  await ledger.see('ログイン失敗');
  await ledger.see('メールアドレスまたはパスワードが正しくありません');
  await seeInForm(WRONG);
  expect(screen.queryByText(/^残り試行回数/)).toBeNull();
  await waitFor(async () => expect(await passwordField()).toHaveFocus());
  await expectToastAndClose(page.user, { title: 'ログイン失敗', text: WRONG });

  const lockWarning = () => screen.queryByText('次に失敗すると、アカウントが15分間ロックされます。');
  for (const remainingAttempts of [3, 2, 1]) {
    page.respond(LOGIN, () => errorResponse('CredentialsInvalid', { remainingAttempts }));
    await page.user.click(await submitButton());
    expect(await screen.findByText(`残り試行回数: ${remainingAttempts}回`)).toBeVisible();
    expect(lockWarning() !== null).toBe(remainingAttempts === 1);
    await seeInForm(WRONG);
    await expectToastAndClose(page.user, { title: 'ログイン失敗', text: WRONG });
  }
  await ledger.see('残り試行回数: {N}回');
  await expectAccessible();
});

test('when the account is locked, then the form is disabled until the lock ends (admin 2.7, 4.6, 8.27, 9.3)', async () => {
  const lockoutUntil = new Date(Date.now() + LOCK_SECONDS * 1000);
  const page = openLogin(() => errorResponse('AccountLocked', { lockoutUntil: lockoutUntil.toISOString() }));
  await sendCredentials(page);
  await ledger.see('管理者アカウントがロックされています。15分後に再試行してください。');
  await ledger.see('アカウントロック');
  await ledger.see('アカウントがロックされています');
  await ledger.see('アカウントロック中');
  const banner = () => screen.getByText(/^管理者アカウントがロックされています。/).closest('[role=alert]');
  await waitFor(() => expect(banner()).toHaveFocus());
  await expectToastAndClose(page.user, { title: 'アカウントロック', text: 'アカウントがロックされています' });
  expect(screen.getByRole('button', { name: 'アカウントロック中' })).toBeDisabled();
  expect(await emailField()).toBeDisabled();
  expect(await passwordField()).toBeDisabled();
  expect(screen.queryByText(/^残り試行回数/)).toBeNull();
  await expectAccessible();

  // A reload unlocks the form, but not the account.
  reloadPage();
  expect(await submitButton()).toBeEnabled();
  await sendCredentials(page);
  expect(await screen.findByRole('button', { name: 'アカウントロック中' })).toBeDisabled();
  await expectToastAndClose(page.user, { title: 'アカウントロック', text: 'アカウントがロックされています' });

  jest.spyOn(Date, 'now').mockReturnValue(lockoutUntil.getTime() + 1000);
  expect(await submitButton()).toBeEnabled();
  expect(await emailField()).toBeEnabled();
  expect(await passwordField()).toBeEnabled();
});

test('when the network or the service is unavailable, then an error is shown, and the input can be sent again (admin 8.28)', async () => {
  const page = openLogin(networkFailure);
  const goOnline = goOffline();
  await sendCredentials(page);
  await seeInForm('ログインに失敗しました。インターネットに接続されていません。接続を確認して、もう一度お試しください。');
  await ledger.see('ログインに失敗しました');
  await waitFor(async () => expect(await passwordField()).toHaveFocus());
  await expectToastAndClose(page.user, { title: 'ログイン失敗', text: 'ログインに失敗しました' });
  expect(await emailField()).toHaveValue(CREDENTIALS.email);
  await expectAccessible();

  goOnline();
  page.respond(LOGIN, () => errorResponse('BadGateway'));
  await page.user.click(await submitButton());
  await seeInForm('サービスに接続できませんでした。しばらくしてからもう一度お試しください。');
  await expectToastAndClose(page.user, { title: 'ログイン失敗', text: 'サービスに接続できませんでした。' });

  page.respond(LOGIN, () => json({ requiresTwoFactor: true, methods: ['mail'], message: '認証コードをメールで送信しました。' }));
  await page.user.click(await submitButton());
  await expectToastAndClose(page.user, { text: '認証コードをメールで送信しました。' });
  expect(await screen.findByRole('group', { name: /^認証コード/ })).toBeVisible();
  expect(window.location.pathname).toBe('/admin-2fa-verify');
  expect(page.requests(LOGIN).map(({ body }) => body)).toEqual([CREDENTIALS, CREDENTIALS, CREDENTIALS]);
});

test('when all tests have run, then every sign-in text of the specification was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
