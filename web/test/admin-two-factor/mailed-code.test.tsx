import { beforeEach, expect, jest, test } from '@jest/globals';
import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminMarker } from '../../src/lib/admin-marker.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { errorResponse, expectAccessible, json, MEMBER, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { adminKeys, emailField, expectToastAndClose, passwordField } from '../admin-frame/office-screens.tsx';

const LOGIN = 'POST /api/admin/login';
const VERIFY = 'POST /api/admin/verify-2fa';
const RESEND = 'POST /api/admin/resend-2fa';
const ADMIN = 'admin@example.jp';
const CODE_SENT = '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。';
const CODE_EXPIRED = '認証コードが期限切れになりました、再度ログインしてください';
const WRONG = '認証コードが正しくありません';

const ledger = openTextLedger('admin-2fa-verify');

const codeBoxes = async () => within(await screen.findByRole('group', { name: /^認証コード/ })).getAllByRole<HTMLInputElement>('textbox');
const typedCode = async (): Promise<string> => (await codeBoxes()).map(({ value }) => value).join('');
const verifyButton = () => screen.getByRole('button', { name: '認証する' });
const resendButton = () => screen.getByRole('button', { name: '認証コードを再送信' });
/** The countdown, in seconds. */
const secondsShown = (): number => {
  const [, minutes, seconds] = /^(\d+):(\d\d)$/.exec(screen.getByText(/^\d+:\d\d$/).textContent) ?? [];
  return Number(minutes) * 60 + Number(seconds);
};
const expectTenMinutes = () => waitFor(() => expect(secondsShown()).toBeGreaterThanOrEqual(CODE_LIFETIME_SECONDS - 2));
const noticeInForm = () => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(CODE_EXPIRED));

const signedIn: Responder = () =>
  json({ redirectTo: '/admin', message: 'ログインしました', user: { ...MEMBER, email: ADMIN, isAdmin: true } });
const refused: Responder = () => errorResponse('TwoFactorInvalid');

/** The page after a correct password of an admin who has no authenticator. */
const openSecondStep = (respond: Responder = refused) => {
  adminMarker.writePending({ email: ADMIN, methods: ['mail'] });
  return openPage('/admin-2fa-verify', { [VERIFY]: respond });
};

const typeCode = async ({ user }: ReturnType<typeof openPage>, code: string): Promise<void> => {
  const [first] = await codeBoxes();
  if (first) await user.click(first);
  await user.keyboard(code);
};

beforeEach(() => adminMarker.signOut());

test('when only the keyboard is used, then Enter sends the password, and the last digit of the mailed code opens the back office (admin 4.4)', async () => {
  const page = openPage('/admin-login', {
    [LOGIN]: () => json({ requiresTwoFactor: true, methods: ['mail'], message: CODE_SENT }),
    [VERIFY]: signedIn,
    'GET /api/shop': () => errorResponse('ServiceUnavailable'),
  });
  const email = await emailField();
  const password = await passwordField();
  await tabTo(page.user, () => email);
  await page.user.keyboard(ADMIN);
  await page.user.tab();
  expect(password).toHaveFocus();
  await page.user.keyboard('Correct-password1{Enter}');
  expect(await screen.findByText(CODE_SENT)).toBeVisible();
  expect(await screen.findByText(`${ADMIN} に送信された6桁の認証コードを入力してください。`)).toBeVisible();
  expect(window.location.pathname).toBe('/admin-2fa-verify');
  const [first] = await codeBoxes();
  await waitFor(() => expect(first).toHaveFocus());
  await expectTenMinutes();
  await expectAccessible();
  await page.user.keyboard('123456');
  expect(await screen.findByRole('heading', { name: '管理ダッシュボード' })).toBeVisible();
  expect(window.location.pathname).toBe('/admin');
  expect(within(screen.getByRole('banner')).getByText(ADMIN)).toBeVisible();
  expect(page.requests(LOGIN).map(({ body }) => body)).toEqual([{ email: ADMIN, password: 'Correct-password1' }]);
  expect(page.requests(VERIFY).map(({ body }) => body)).toEqual([{ email: ADMIN, code: '123456' }]);
  expect(adminKeys()).toContain('admin_session');
});

test('when letters are typed, then only digits are taken, and the button is disabled until there are six (admin 2.8, 5.17)', async () => {
  const page = openSecondStep();
  await typeCode(page, 'ab-1２3');
  expect(await typedCode()).toBe('123');
  expect(verifyButton()).toBeDisabled();
  expect(page.requests(VERIFY)).toHaveLength(0);
});

test('when the code is wrong, then the boxes are emptied for another code (admin 8.30)', async () => {
  const page = openSecondStep();
  await typeCode(page, '000000');
  await ledger.see('認証失敗');
  await ledger.see('認証コードが正しくありません');
  await expectToastAndClose(page.user, { title: '認証失敗', text: WRONG });
  expect(screen.getByRole('alert')).toHaveTextContent(WRONG);
  expect(await typedCode()).toBe('');
  expect(verifyButton()).toBeDisabled();
  await expectAccessible();
});

test('when the network fails, then the code stays in the boxes, and both requests can be sent again (admin 8.31, 8.32)', async () => {
  const page = openSecondStep(networkFailure);
  page.respond(RESEND, networkFailure);
  const goOnline = goOffline();
  await typeCode(page, '123456');
  await ledger.see('エラー');
  await ledger.see('認証に失敗しました');
  await expectToastAndClose(page.user, { title: 'エラー', text: '認証に失敗しました。インターネットに接続されていません。' });
  expect(await typedCode()).toBe('123456');
  await page.user.click(resendButton());
  await ledger.see('再送信失敗');
  await ledger.see('認証コードの再送信に失敗しました');
  await expectToastAndClose(page.user, { title: '再送信失敗', text: '認証コードの再送信に失敗しました' });
  expect(screen.getByText(/^認証コードの再送信に失敗しました。/)).toBeVisible();
  await expectAccessible();

  goOnline();
  page.respond('GET /api/shop', () => errorResponse('ServiceUnavailable'));
  page.respond(VERIFY, signedIn);
  await page.user.click(verifyButton());
  expect(await screen.findByRole('heading', { name: '管理ダッシュボード' })).toBeVisible();
});

test('when a code is sent again, then the ten minutes restart, and the boxes are emptied (admin 2.9, 4.8, 9.2)', async () => {
  const page = openSecondStep();
  page.respond(RESEND, () => json({ message: CODE_SENT, expiresInSeconds: 600, resendAfterSeconds: 60 }));
  await typeCode(page, '123');
  const nineMinutesLater = Date.now() + 9 * 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => nineMinutesLater);
  await waitFor(() => expect(secondsShown()).toBeLessThanOrEqual(60));
  await page.user.click(resendButton());
  await expectToastAndClose(page.user, { text: CODE_SENT });
  await expectTenMinutes();
  expect(await typedCode()).toBe('');
  expect(page.requests(RESEND).map(({ body }) => body)).toEqual([{ email: ADMIN }]);
});

test('when the code expires, then the page leads back to the password, and the second step cannot be opened (admin 2.9, 4.7, 8.33)', async () => {
  const page = openSecondStep();
  await codeBoxes();
  const elevenMinutesLater = Date.now() + 11 * 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => elevenMinutesLater);
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
  await ledger.see('認証コードが期限切れになりました、再度ログインしてください');
  await expectToastAndClose(page.user, { title: '認証エラー', text: CODE_EXPIRED });
  // The notice in the page stays when the toast is gone.
  await noticeInForm();
  await expectAccessible();
  window.history.replaceState(null, '', '/admin-2fa-verify');
  reloadPage();
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
});

test('when the server has lost the password step, then the first code leads back to the password', async () => {
  const page = openSecondStep(() => errorResponse('TwoFactorExpired'));
  await typeCode(page, '123456');
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
  await expectToastAndClose(page.user, { title: '認証エラー', text: CODE_EXPIRED });
  await noticeInForm();
});

test('when there was no password step, then the second step opens the sign-in page (admin 2.10)', async () => {
  openPage('/admin-2fa-verify');
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
});

test('when all tests have run, then every text of the specification for the second step was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
