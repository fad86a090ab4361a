import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { codeBox, typedCode } from '../../src/testing/code-input.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  CODE,
  codeSent,
  confirmationField,
  EMAIL,
  emailField,
  findHeading,
  finishButton,
  NAME,
  nameField,
  openRegistration,
  PASSWORD,
  passwordField,
  sendCodeButton,
  termsBox,
} from './registration-page.ts';

const ledger = openTextLedger('register');

const WEAK_PASSWORD = 'パスワードは8文字以上で、大文字・小文字・数字のうち2種類以上を含めてください。';
const OFFLINE = 'インターネットに接続されていません。接続を確認して、もう一度お試しください。';

/** Waits until the boxes are empty and the first one has the focus. */
const waitForEmptyBoxes = async () => {
  await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  await waitFor(() => expect(typedCode()).toBe(''));
};

test('when the page opens, then it links to the terms, the privacy policy, the login, the email support and the home page (customer 2.15)', async () => {
  openRegistration();
  await findHeading('会員登録');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/privacy', '/login', '/email-support', '/']);
  // The form must not be lost when the terms are read.
  for (const link of links.slice(0, 2)) expect(link).toHaveAttribute('target', '_blank');
  expect(await passwordField()).toHaveAccessibleDescription(/8文字以上/);
  await expectAccessible();
});

test('when fields are empty, then each shows an error, and the first gets the focus (customer 5.1)', async () => {
  const { user, requests } = openRegistration();
  await user.click(await sendCodeButton());
  await ledger.see('必須項目を入力してください');
  await ledger.see('利用規約に同意してください');
  expect(await nameField()).toHaveFocus();
  expect(await nameField()).toHaveAccessibleDescription('お名前を入力してください。');
  expect(await emailField()).toHaveAccessibleDescription(/メールアドレスを入力してください。/);
  expect(await passwordField()).toHaveAccessibleDescription(/パスワードを入力してください。/);
  expect(await confirmationField()).toHaveAccessibleDescription('パスワード（確認）を入力してください。');
  await expectAccessible();
  expect(requests('POST /api/send-registration-code')).toEqual([]);
});

test('when fields are invalid, then each shows an error, the first gets the focus, and a corrected form is sent (customer 5.1, 5.2)', async () => {
  const { user, fillIn, submitForm, requests } = openRegistration();
  await user.click(await sendCodeButton());
  await fillIn(await nameField(), NAME);
  await fillIn(await emailField(), 'taro@');
  await fillIn(await passwordField(), 'hanako');
  await fillIn(await confirmationField(), 'hanako2');
  await user.click(await sendCodeButton());
  await ledger.see('パスワードが一致しません');
  expect(await emailField()).toHaveFocus();
  expect(await emailField()).toHaveAccessibleDescription(/メールアドレスの形式が正しくありません。/);
  expect(await passwordField()).toHaveAccessibleDescription(new RegExp(WEAK_PASSWORD));
  expect(await confirmationField()).toHaveAccessibleDescription('パスワードが一致しません');
  expect(screen.queryByText('必須項目を入力してください')).not.toBeInTheDocument();
  expect([await nameField(), await emailField(), await passwordField()]).toMatchObject([
    { value: NAME },
    { value: 'taro@' },
    { value: 'hanako' },
  ]);
  await expectAccessible();
  expect(requests('POST /api/send-registration-code')).toEqual([]);

  await submitForm({ email: 'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｊｐ　' });
  expect(await screen.findByText(/に6桁の認証コードを送信しました。/)).toHaveTextContent(EMAIL);
  expect(requests('POST /api/send-registration-code').map(({ body }) => body)).toEqual([{ email: EMAIL, name: NAME, password: PASSWORD }]);
});

test('when the server refuses a field, then the page shows its error under that field (customer 8.5)', async () => {
  const { submitForm } = openRegistration('/register', {
    'POST /api/send-registration-code': () => errorResponse('PasswordTooWeak', { fields: { password: WEAK_PASSWORD } }),
  });
  await submitForm();
  await waitFor(async () => expect(await passwordField()).toHaveFocus());
  expect(await passwordField()).toHaveAccessibleDescription(new RegExp(WEAK_PASSWORD));
});

test('when the code is missing, wrong or no longer valid, then the page shows the error and empties the boxes (customer 5.3, 8.6, 9.2)', async () => {
  const { user, goToCodeStep, submitCode, respond, requests } = openRegistration();
  await goToCodeStep();
  expect(screen.getByText(/に6桁の認証コードを送信しました。/)).toHaveTextContent(EMAIL);
  expect(screen.getByText('メールが届くまで5〜10分ほどかかることがあります。')).toBeVisible();
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/login', '/email-support', '/']);
  await user.click(await finishButton());
  await ledger.see('6桁の認証コードを入力してください');
  await waitForEmptyBoxes();
  await expectAccessible();
  expect(requests('POST /api/verify-registration-code')).toEqual([]);

  respond('POST /api/verify-registration-code', () => errorResponse('CodeInvalid', { remainingAttempts: 4 }));
  await submitCode('000000');
  await ledger.see('認証コードが正しくありません。再度お試しください。');
  expect(screen.getByText('あと4回入力できます。')).toBeVisible();
  await waitForEmptyBoxes();
  await expectAccessible();

  respond('POST /api/verify-registration-code', () => errorResponse('CodeTriesExceeded'));
  await submitCode('111111');
  await ledger.see('認証コードが無効または期限切れです。新しいコードを取得してください。');
  await waitForEmptyBoxes();
  await expectAccessible();
});

test('when another code is requested, then the page says so, empties the boxes, and the new code completes the registration', async () => {
  const { user, goToCodeStep, submitCode, register, respond, requests } = openRegistration();
  respond('POST /api/verify-registration-code', () => errorResponse('CodeTriesExceeded'));
  await goToCodeStep();
  await submitCode('000000');
  await screen.findByText('認証コードが無効または期限切れです。新しいコードを取得してください。');

  await user.keyboard('12');
  await user.click(screen.getByRole('button', { name: '認証コードを再送信' }));
  expect(await screen.findByText('認証コードを送信しました。')).toBeVisible();
  await waitForEmptyBoxes();
  expect(screen.queryByText('認証コードが無効または期限切れです。新しいコードを取得してください。')).not.toBeInTheDocument();
  const [first, second] = requests('POST /api/send-registration-code').map(({ body }) => body);
  expect(second).toEqual(first);

  respond('POST /api/verify-registration-code', register);
  await submitCode();
  await findHeading('会員登録ありがとうございます');
  expect(requests('POST /api/verify-registration-code').at(-1)?.body).toEqual({ email: EMAIL, code: CODE });
});

test('when the shop or the network is unavailable, then the form shows an error and keeps the input (customer 8.5)', async () => {
  const { user, submitForm, respond } = openRegistration('/register', {
    'POST /api/send-registration-code': () => errorResponse('BadGateway'),
  });
  await submitForm();
  await ledger.see('登録に失敗しました');
  expect(screen.getByRole('alert')).toHaveTextContent('サービスに接続できませんでした。しばらくしてからもう一度お試しください。');
  await expectAccessible();

  goOffline();
  respond('POST /api/send-registration-code', networkFailure);
  await user.click(await sendCodeButton());
  expect(await screen.findByText(OFFLINE)).toBeVisible();
  expect(await nameField()).toHaveValue(NAME);
  expect(await emailField()).toHaveValue(EMAIL);
  expect(await passwordField()).toHaveValue(PASSWORD);
  expect(await termsBox()).toBeChecked();

  respond('POST /api/send-registration-code', codeSent);
  await user.click(await sendCodeButton());
  await findHeading('認証コードの入力');
});

test('when the shop or the network is unavailable, then the code step shows an error and keeps the code', async () => {
  const { user, goToCodeStep, submitCode, register, respond } = openRegistration();
  respond('POST /api/verify-registration-code', () => errorResponse('BadGateway'));
  await goToCodeStep();
  await submitCode();
  await ledger.see('認証に失敗しました');
  expect(screen.getByText('サービスに接続できませんでした。しばらくしてからもう一度お試しください。')).toBeVisible();
  expect(typedCode()).toBe(CODE);
  await expectAccessible();

  goOffline();
  respond('POST /api/verify-registration-code', networkFailure);
  await user.click(await finishButton());
  expect(await screen.findByText(OFFLINE)).toBeVisible();
  expect(typedCode()).toBe(CODE);

  respond('POST /api/verify-registration-code', register);
  await user.click(await finishButton());
  await findHeading('会員登録ありがとうございます');
});

test('when all tests of the registration have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
