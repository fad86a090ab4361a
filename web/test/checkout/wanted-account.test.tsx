import { beforeEach, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildSavedCustomer, buildSavedOrder, saveForCheckout } from '../../src/testing/build-saved-order.ts';
import { typeCode } from '../../src/testing/code-input.ts';
import { asMember, errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import {
  autoLogin,
  CODE,
  confirmationField,
  continueButton,
  EMAIL,
  emailField,
  emailVerified,
  findPayment,
  mailStatus,
  NAME,
  nameField,
  openCheckout,
  passwordField,
  toCode,
  toPayment,
} from './checkout-page.ts';

const PASSWORD = 'Hanamaru2026';
const KEEP = 'PUT /api/wanted-account';
const CHECK = 'POST /api/wanted-account/check';
const COMMON = errorCatalogue.PasswordCommon.message;
const DISCARD = 'DELETE /api/wanted-account';
const kept = () => new Response(null, { status: 204 });
const ACCOUNT_EXISTS = 'このメールアドレスは会員登録済みです';

const order = buildSavedOrder();
const proven = buildSavedCustomer({ email: EMAIL, name: NAME, provenUntil: Date.now() + 3_600_000 });
beforeEach(() => saveForCheckout({ order }));

type Page = ReturnType<typeof openCheckout>;
const chooseAccount = async ({ user, fillIn }: Page, password = PASSWORD): Promise<void> => {
  if (!(await autoLogin()).matches(':checked')) await user.click(await autoLogin());
  await fillIn(await passwordField(), password);
  await fillIn(await confirmationField(), password);
};
/** Fills in the confirmation with an account, and enters the mailed code. */
const proveWithAccount = async (page: Page): Promise<void> => {
  await page.fillIn(await emailField(), EMAIL);
  await page.fillIn(await nameField(), NAME);
  await chooseAccount(page);
  await page.user.click(await toCode());
  await typeCode(page.user, CODE);
};
const stored = () => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }, window.history.state]);

test('when the code is correct, then the password is sent once and is nowhere in the browser, and the confirmation asks for it no more (customer 1.4)', async () => {
  const page = openCheckout('/order-confirmation', { [KEEP]: kept });
  await proveWithAccount(page);
  await findPayment();
  expect(page.requests(KEEP).map(({ body }) => body)).toEqual([{ email: EMAIL, name: NAME, password: PASSWORD }]);
  expect(stored()).not.toContain(PASSWORD);

  await page.user.click(screen.getByRole('link', { name: 'お客様情報を変更' }));
  expect(await screen.findByText('パスワードは設定済みです。')).toBeVisible();
  await expectAccessible();
  await page.user.click(await toPayment());
  await findPayment();
  expect(page.requests(KEEP)).toHaveLength(1);
});

test('when a customer with a verified address changes the kept password, then the new one is sent; without the option it is discarded', async () => {
  saveForCheckout({ order, customer: { ...proven, wantsAutoLogin: true, isPasswordKept: true } });
  savedData.write('customerForm', { email: EMAIL, name: NAME, wantsAutoLogin: true, account: null });
  const page = openCheckout('/order-confirmation', { [KEEP]: kept, [DISCARD]: () => errorResponse('BadGateway') });
  await page.user.click(await screen.findByRole('button', { name: 'パスワードを変更する' }));
  await chooseAccount(page, 'Another-1');
  await page.user.click(await toPayment());
  await findPayment();
  expect(page.requests(KEEP).map(({ body }) => body)).toEqual([{ email: EMAIL, name: NAME, password: 'Another-1' }]);

  await page.user.click(screen.getByRole('link', { name: 'お客様情報を変更' }));
  await page.user.click(await autoLogin());
  await page.user.click(await toPayment());
  expect(await screen.findByText('次の画面へ進めませんでした')).toBeVisible();
  page.respond(DISCARD, kept);
  await page.user.click(await toPayment());
  await findPayment();
  expect(savedData.read('customerData')).toMatchObject({ wantsAutoLogin: false, isPasswordKept: false });
});

test('when the page is reloaded before the code, then it says that the password is set after the order, and the order continues', async () => {
  saveForCheckout({ order, customer: buildSavedCustomer({ email: EMAIL, name: NAME, wantsAutoLogin: true, codeSentAt: Date.now() }) });
  const page = openCheckout('/email-verification');
  expect(await screen.findByText(/会員登録のパスワードは保存されていません。/)).toBeVisible();
  await expectAccessible();
  await typeCode(page.user, CODE);
  await page.user.click(await continueButton());
  await findPayment();
  expect(page.requests(KEEP)).toEqual([]);
});

test('when the password can be guessed, then its field says so before a code is sent, and another one continues', async () => {
  const page = openCheckout('/order-confirmation', {
    [CHECK]: () => errorResponse('PasswordCommon', { fields: { password: COMMON } }),
    [KEEP]: kept,
  });
  await page.fillIn(await emailField(), EMAIL);
  await page.fillIn(await nameField(), NAME);
  await chooseAccount(page, 'Password1');
  await page.user.click(await toCode());
  await waitFor(async () => expect(await passwordField()).toHaveAccessibleDescription(expect.stringContaining(COMMON)));
  expect(await passwordField()).toHaveFocus();
  expect(screen.queryByText('認証コードの送信に失敗しました。')).toBeNull();
  expect(page.requests('POST /api/send-verification-code')).toEqual([]);
  page.respond(CHECK, kept);
  await chooseAccount(page);
  await page.user.click(await toCode());
  await typeCode(page.user, CODE);
  await findPayment();
});

test('when the server cannot keep the password, then the order continues', async () => {
  const page = openCheckout('/order-confirmation', { [KEEP]: () => errorResponse('BadGateway') });
  await proveWithAccount(page);
  await findPayment();
});

test('when the proven address has an account, then the page says so before the payment, drops the option, and offers the login', async () => {
  const page = openCheckout('/order-confirmation', { 'POST /api/verify-email-code': () => emailVerified({ hasAccount: true }) });
  await proveWithAccount(page);
  expect(await screen.findByText(ACCOUNT_EXISTS)).toBeVisible();
  expect(screen.getByText('会員登録の希望は取り消しました。登録済みのパスワードは変わりません。')).toBeVisible();
  expect(screen.getByRole('link', { name: 'ログインして続ける' })).toHaveAttribute('href', '/login?from=order');
  expect(page.requests(KEEP)).toEqual([]);
  await expectAccessible();
  reloadPage();
  expect(await screen.findByText(ACCOUNT_EXISTS)).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'ログインせずに支払いへ進む' }));
  await findPayment();
  expect(savedData.read('orderData')).toEqual(order);

  await page.user.click(screen.getByRole('link', { name: 'お客様情報を変更' }));
  await emailField();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText(/^このメールアドレスは会員登録済みです。/)).toBeVisible();
});

test('when a verified address got an account later, then the confirmation leads to the same choice', async () => {
  saveForCheckout({ order, customer: proven });
  savedData.write('customerForm', { email: EMAIL, name: NAME, wantsAutoLogin: false, account: null });
  const page = openCheckout('/order-confirmation', { [KEEP]: () => errorResponse('AccountExists') });
  await chooseAccount(page);
  await page.user.click(await toPayment());
  expect(await screen.findByText(ACCOUNT_EXISTS)).toBeVisible();
});

test('when the mail server is down, then the code step says so, and no longer once it is back', async () => {
  const customer = buildSavedCustomer({ email: EMAIL, codeSentAt: Date.now() });
  saveForCheckout({ order, customer });
  openCheckout('/email-verification', { 'GET /api/email-status': () => mailStatus(false) });
  expect(await screen.findByText('ただいまメールを送信できません')).toBeVisible();
  await expectAccessible();
  cleanup();

  const page = openCheckout('/email-verification');
  await waitFor(() => expect(page.requests('GET /api/email-status')).toHaveLength(2));
  expect(screen.queryByText('ただいまメールを送信できません')).not.toBeInTheDocument();
});

test.each(['/payment', '/email-verification'])('when %s is opened without a customer, then the confirmation opens', async (path) => {
  openCheckout(path, asMember());
  expect(await screen.findByRole('heading', { level: 1, name: '注文内容の確認' })).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/order-confirmation'));
});

test('when a signed-in member with a verified address confirms, then one tap leads to the payment', async () => {
  const { user } = openCheckout('/order-confirmation', { ...asMember(), 'GET /api/user': () => json({}) });
  await user.click(await toPayment());
  await findPayment();
});
