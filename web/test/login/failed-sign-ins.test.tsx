import { expect, jest, test } from '@jest/globals';
import { errorCatalogue, LOCK_SECONDS } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { emailField, logInButton, memberButton, PASSWORD, passwordField, sendCredentials, signedIn } from './sign-in.ts';

const WRONG_PASSWORD = 'Not-the-password1';
const GENERAL_WARNING = /^ログインの失敗が続いています。/;
const ledger = openTextLedger('login');

const wrongPassword = (remainingAttempts?: number) => () =>
  errorResponse('CredentialsInvalid', remainingAttempts === undefined ? {} : { remainingAttempts });
/** The server reports a time that the browser's clock does not decide about: the lock ends after `retry-after` seconds. */
const locked = () => {
  const { status, message } = errorCatalogue.AccountLocked;
  const body = { code: 'AccountLocked', message, lockoutUntil: '2026-11-20T09:20:00.000Z' };
  return json(body, { status, headers: { 'retry-after': String(LOCK_SECONDS) } });
};

/** Waits until the response of the previous attempt is shown: the button is disabled until then. */
const waitForResponse = async () => waitFor(async () => expect(await logInButton()).toBeEnabled());

test('when passwords are wrong and no count is known, then a general warning appears after the third failure (customer 8.1, 8.4)', async () => {
  const page = openPage('/login', { 'POST /api/login': wrongPassword() });
  for (let failures = 1; failures <= 3; failures += 1) {
    await sendCredentials(page, { password: WRONG_PASSWORD });
    await ledger.see('ログインに失敗しました');
    await waitFor(() => expect(page.requests('POST /api/login')).toHaveLength(failures));
    await waitForResponse();
    expect(screen.getByText('メールアドレスまたはパスワードが正しくありません')).toBeVisible();
    expect(screen.queryAllByText(GENERAL_WARNING)).toHaveLength(failures < 3 ? 0 : 1);
  }
  expect(screen.queryByText(/残り試行回数/)).toBeNull();
  await expectAccessible();
});

test('when the server counts the attempts, then the page shows how many are left, more urgently from two on (customer 8.2)', async () => {
  const page = openPage('/login');
  for (const [left, urgent] of [
    [5, null],
    [3, null],
    [2, 'あと2回続けて失敗すると、15分間、一時的にロックされます。'],
    [1, '次に失敗すると、15分間、一時的にロックされます。'],
  ] as const) {
    page.respond('POST /api/login', wrongPassword(left));
    await sendCredentials(page, { password: WRONG_PASSWORD });
    expect(await screen.findByText(`残り試行回数: ${left}回`)).toBeVisible();
    expect(screen.queryAllByText(/一時的にロックされます。/).map(({ textContent }) => textContent)).toEqual(
      urgent === null ? [] : [urgent],
    );
    await waitForResponse();
  }
  await ledger.see('残り試行回数: {N}回');
  await expectAccessible();
});

test('when the account is locked, then the form is disabled until the lock ends, and another account can be used at once (customer 4.8, 8.3)', async () => {
  const page = openPage('/login', { 'POST /api/login': locked });
  await sendCredentials(page, { password: WRONG_PASSWORD });
  await ledger.see('ロックされました');
  expect(screen.getByText(/一時的に制限されています/)).toBeVisible();
  expect(screen.getByText('2026年11月20日(金) 18:20')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(await emailField()).toBeDisabled();
  expect(await passwordField()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'ロック中' })).toBeDisabled();
  await expectAccessible();

  const lockedAt = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(lockedAt + (LOCK_SECONDS + 1) * 1000);
  expect(await screen.findByText('ロックが解除されました。もう一度ログインできます。')).toBeVisible();
  expect(await emailField()).toBeEnabled();
  expect(await emailField()).toHaveFocus();
  await expectAccessible();

  // The browser's clock may be fast, so the server may still refuse.
  await sendCredentials(page, { password: PASSWORD });
  expect(await screen.findByText('ログインがロックされました')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: '別のアカウントを使う' }));
  expect(await emailField()).toHaveValue('');
  expect(await passwordField()).toHaveValue('');
  page.respond('POST /api/login', () => signedIn());
  await sendCredentials(page);
  expect(await memberButton()).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('when the network of the visitor is blocked, then the page shows the reason (customer 8.1, 8.3)', async () => {
  const page = openPage('/login', { 'POST /api/login': () => errorResponse('AddressBlocked') });
  await sendCredentials(page);
  await ledger.see('ログインに失敗しました');
  expect(screen.getByText(/この接続元からのログインを一時停止しています。1時間ほど待ってから/)).toBeVisible();
  await expectAccessible();
});

test('when the shop or the network is unavailable, then the page shows an error and keeps the input, which can be sent again', async () => {
  const page = openPage('/login', { 'POST /api/login': () => errorResponse('BadGateway') });
  await sendCredentials(page);
  await ledger.see('ログインに失敗しました');
  expect(screen.getByText(/しばらくしてからもう一度お試しください。/)).toBeVisible();
  await expectAccessible();

  page.respond('POST /api/login', networkFailure);
  await page.user.click(await logInButton());
  expect(await screen.findByText(/^サーバーに接続できませんでした。/)).toBeVisible();
  const onLine = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await waitForResponse();
  await page.user.click(await logInButton());
  expect(await screen.findByText(/^インターネットに接続されていません。/)).toBeVisible();
  await expectAccessible();
  onLine.mockRestore();

  page.respond('POST /api/login', () => signedIn());
  await waitForResponse();
  await page.user.click(await logInButton());
  expect(await memberButton()).toBeVisible();
  // Nothing was typed again.
  expect(new Set(page.requests('POST /api/login').map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('when all tests of failed sign-ins have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
