import { expect, jest, test } from '@jest/globals';
import type { ErrorCode } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeTime } from '../../src/testing/fake-time.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';

const ledger = openTextLedger('verify-email');

const LINK = '/verify-email?token=T0ken';
const ACCOUNT_CREATED = 'アカウントを作成しました。ログインしてご利用ください。';
const WRONG_PASSWORD = 'パスワードが正しくありません。登録時に設定したパスワードを入力してください。';

const created = () => json({ message: ACCOUNT_CREATED });
const refusedAs = (code: ErrorCode) => () => errorResponse(code);

const findHeading = (name: 'アカウントが作成されました' | '登録の確認' | 'メールアドレスを確認できませんでした') =>
  screen.findByRole('heading', { level: 1, name });
const passwordField = () => screen.findByLabelText(/^パスワード/, { selector: 'input' });
const retryButton = () => screen.queryByRole('button', { name: '再試行' });
const mainLink = (name: string) => within(screen.getByRole('main')).getByRole('link', { name });

/** Opens the link in another browser than the one that registered. */
const openElsewhere = () => openPage(LINK, { 'GET /api/verify-email': refusedAs('RegistrationPasswordRequired') });

test('when the link is opened, then the page waits, says that the account was created, and opens the login after 3 seconds (customer 2.20, 4.10, 9.6)', async () => {
  const held = holdBack(created);
  const { requests } = openPage(LINK, { 'GET /api/verify-email': held.responder });
  expect(await screen.findByText('メールアドレスを確認しています...')).toBeVisible();
  await expectAccessible();

  fakeTime();
  const releasedAt = Date.now();
  held.release();
  await waitFor(async () => expect(await findHeading('アカウントが作成されました')).toHaveFocus());
  const main = screen.getByRole('main');
  const inPage = within(main).getByRole('status');
  expect(inPage).toHaveTextContent(ACCOUNT_CREATED);
  expect(inPage).toHaveTextContent('3秒後に、ログイン画面へ移動します。');
  const toast = await screen.findByText(ACCOUNT_CREATED);
  expect(toast).toBeVisible();
  expect(main).not.toContainElement(toast);
  expect(requests('GET /api/verify-email').map(({ search }) => search)).toEqual(['?token=T0ken']);

  // The last second passes in real time, so that a redirect that comes too early is noticed.
  jest.advanceTimersByTime(Math.max(0, releasedAt + 2_000 - Date.now()));
  expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  expect(Date.now() - releasedAt).toBeGreaterThanOrEqual(3_000);
});

test('when the button is pressed, then the login opens at once', async () => {
  const { user } = openPage(LINK, { 'GET /api/verify-email': created });
  await findHeading('アカウントが作成されました');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'ログイン画面へ進む' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible();
  expect(window.location.pathname).toBe('/login');
});

test('when the link is opened in another browser, then the chosen password creates the account, with the keyboard only', async () => {
  const { user, respond, requests } = openElsewhere();
  await findHeading('登録の確認');
  await expectAccessible();
  const password = await passwordField();
  for (let presses = 0; presses < 40 && document.activeElement !== password; presses += 1) await user.tab();
  expect(password).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('パスワードを入力してください。')).toBeVisible();
  expect(requests('POST /api/verify-email')).toEqual([]);

  respond('POST /api/verify-email', refusedAs('RegistrationPasswordInvalid'));
  await user.keyboard('Not-the-password1{Enter}');
  expect(await screen.findByText(WRONG_PASSWORD)).toBeVisible();
  expect(await passwordField()).toHaveFocus();
  await expectAccessible();

  respond('POST /api/verify-email', created);
  await user.clear(await passwordField());
  await user.keyboard('Hanamaru2026{Enter}');
  await waitFor(async () => expect(await findHeading('アカウントが作成されました')).toHaveFocus());
  expect(requests('POST /api/verify-email').map(({ body }) => body)).toEqual([
    { token: 'T0ken', password: 'Not-the-password1' },
    { token: 'T0ken', password: 'Hanamaru2026' },
  ]);
  await user.tab();
  expect(screen.getByRole('button', { name: 'ログイン画面へ進む' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('when the password was guessed too often, then the link is invalid and the password cannot be entered any more', async () => {
  const { user, respond } = openElsewhere();
  await user.type(await passwordField(), 'Guess-number-6');
  respond('POST /api/verify-email', refusedAs('VerifyLinkInvalid'));
  await user.click(screen.getByRole('button', { name: '登録を完了する' }));
  await findHeading('メールアドレスを確認できませんでした');
  await ledger.see('無効なトークンです');
  expect(screen.queryByLabelText(/^パスワード/, { selector: 'input' })).not.toBeInTheDocument();
});

test('when the shop is unavailable for the password, then the page shows an error and keeps it', async () => {
  const { user, respond } = openElsewhere();
  await user.type(await passwordField(), 'Hanamaru2026');
  respond('POST /api/verify-email', refusedAs('BadGateway'));
  await user.click(screen.getByRole('button', { name: '登録を完了する' }));
  await ledger.see('認証に失敗しました');
  expect(await passwordField()).toHaveValue('Hanamaru2026');
});

test('when the link contains no token, then the page shows an error without a request, and links to the registration and to email support', async () => {
  const { user, requests } = openPage('/verify-email', { 'GET /api/email-status': refusedAs('ServiceUnavailable') });
  await ledger.see('無効なトークンです');
  expect(screen.getByText(/^リンクの有効期限が切れている可能性があります。メール内のリンクが途中で改行されていると/)).toBeVisible();
  expect(requests('GET /api/verify-email')).toEqual([]);
  expect(retryButton()).not.toBeInTheDocument();
  await expectAccessible();
  expect(mainLink('メールに関するサポート')).toHaveAttribute('href', '/email-support');
  await user.click(mainLink('もう一度会員登録する'));
  expect(await screen.findByRole('heading', { level: 1, name: '会員登録' })).toBeVisible();
});

test.each([
  ['garbled', 'garbled'],
  ['far too long', 'あ'.repeat(600)],
])('when the token is %s, then the page shows that it is invalid, and a retry is not offered', async (_case, token) => {
  const { requests } = openPage(`/verify-email?token=${encodeURIComponent(token)}`, {
    'GET /api/verify-email': refusedAs('VerifyLinkInvalid'),
  });
  await ledger.see('無効なトークンです');
  expect(requests('GET /api/verify-email').map(({ search }) => new URLSearchParams(search).get('token'))).toEqual([token]);
  expect(retryButton()).not.toBeInTheDocument();
  expect(mainLink('もう一度会員登録する')).toHaveAttribute('href', '/register');
  await expectAccessible();
});

test('when the shop is unavailable, then the page shows an error, and retry repeats the request (customer 2.20, 4.10)', async () => {
  const { user, respond } = openPage(LINK, { 'GET /api/verify-email': refusedAs('BadGateway') });
  await ledger.see('認証に失敗しました');
  expect(screen.getByText('サービスに接続できませんでした。しばらくしてからもう一度お試しください。')).toBeVisible();
  await expectAccessible();
  respond('GET /api/verify-email', created);
  await user.click(screen.getByRole('button', { name: '再試行' }));
  await findHeading('アカウントが作成されました');
});

test.each([
  ['AccountExists', 'このメールアドレスはすでに登録されています。ログインしてください。'],
  ['VerifyLinkExpired', 'このリンクの有効期限が切れています。お手数ですが、もう一度会員登録をお願いします。'],
] as const)('when the link is refused as %s, then the page shows why (customer 8.14)', async (code, text) => {
  openPage(LINK, { 'GET /api/verify-email': refusedAs(code) });
  expect(await screen.findByText(text)).toBeVisible();
  expect(retryButton()).not.toBeInTheDocument();
  await expectAccessible();
  const logins = within(screen.getByRole('main')).queryAllByRole('link', { name: 'ログイン' });
  expect(logins.map((link) => link.getAttribute('href'))).toEqual(code === 'AccountExists' ? ['/login'] : []);
});

test('when all tests of the link have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
