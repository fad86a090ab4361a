import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { codeBox, typeCode, typedCode } from '../../src/testing/code-input.ts';
import { errorResponse, expectAccessible, MEMBER, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { emailField, memberButton, PASSWORD, passwordField, RESEND_SECONDS, requiresCode, sendCredentials, signedIn } from './sign-in.ts';

const CODE = '246810';

/** The service requires a code with the password, and accepts this one. */
const acceptOnly =
  (code: string): Responder =>
  ({ body }) => {
    const { twoFactorCode } = body as { twoFactorCode?: string };
    if (twoFactorCode === undefined) return requiresCode();
    return twoFactorCode === code ? signedIn() : errorResponse('TwoFactorInvalid', { remainingAttempts: 4 });
  };

const verifyButton = () => screen.findByRole('button', { name: '認証してログイン' });
const codeHeading = () => screen.findByRole('heading', { level: 1, name: '認証コードの入力' });

/** Opens the login page and goes to the second step. */
const openSecondStep = async () => {
  const page = openPage('/login', { 'POST /api/login': acceptOnly(CODE) });
  await sendCredentials(page);
  await codeHeading();
  return page;
};

test('when a sign-in requires a code, then its heading is focused, and the code signs the member in with the same password (customer 2.21)', async () => {
  const page = await openSecondStep();
  await waitFor(async () => expect(await codeHeading()).toHaveFocus());
  expect(screen.getByText('安全のため、ご本人の確認をお願いします。')).toBeVisible();
  expect(screen.getByText(MEMBER.email)).toBeVisible();
  expect(within(screen.getByRole('navigation', { name: '認証コードにお困りの方' })).getByRole('link')).toHaveAttribute(
    'href',
    '/email-support',
  );
  await expectAccessible();

  await typeCode(page.user, CODE);
  expect(await memberButton()).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(page.requests('POST /api/login').map(({ body }) => body)).toEqual([
    { email: MEMBER.email, password: PASSWORD },
    { email: MEMBER.email, password: PASSWORD, twoFactorCode: CODE },
  ]);
});

test('when the code is missing or wrong, then the page shows the error, empties the boxes and focuses the first (customer 5.4)', async () => {
  const page = await openSecondStep();
  await page.user.click(await verifyButton());
  expect(await screen.findByText('6桁の認証コードを入力してください')).toBeVisible();
  expect(await codeBox(1)).toHaveFocus();
  expect(page.requests('POST /api/login')).toHaveLength(1);

  await typeCode(page.user, '000000');
  expect(await screen.findByText('認証コードが正しくありません')).toBeVisible();
  expect(screen.getByText('あと4回入力できます。')).toBeVisible();
  await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  expect(typedCode()).toBe('');
  await expectAccessible();
});

test('when the shop is unavailable, then the code stays in the boxes, because it may be correct', async () => {
  const page = await openSecondStep();
  page.respond('POST /api/login', () => errorResponse('BadGateway'));
  await typeCode(page.user, CODE);
  expect(await screen.findByText(/^サービスに接続できませんでした。/)).toBeVisible();
  expect(typedCode()).toBe(CODE);
});

test('when a code is requested again, then the button waits as long as the server says, and only the new code is accepted', async () => {
  const page = await openSecondStep();
  const resend = screen.getByRole('button', { name: /^認証コードを再送信/ });
  expect(resend).toBeDisabled();
  expect(resend).toHaveTextContent(/^認証コードを再送信（あと(29|30)秒）$/);
  await typeCode(page.user, '123');

  const sentAt = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(sentAt + RESEND_SECONDS * 1000);
  await waitFor(() => expect(resend).toBeEnabled());
  expect(screen.getByText('認証コードを再送信できます。')).toBeInTheDocument();
  const second = '135790';
  page.respond('POST /api/login', acceptOnly(second));
  await page.user.click(resend);
  expect(await screen.findByText('認証コードを送信しました。')).toBeVisible();
  expect(typedCode()).toBe('');
  expect(resend).toBeDisabled();

  await typeCode(page.user, CODE);
  expect(await screen.findByText('認証コードが正しくありません')).toBeVisible();
  await typeCode(page.user, second);
  expect(await memberButton()).toBeVisible();
});

test('when the visitor goes back, then the address and the password are still filled in', async () => {
  const page = await openSecondStep();
  await page.user.click(screen.getByRole('button', { name: '戻る' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible();
  expect(await emailField()).toHaveValue(MEMBER.email);
  expect(await passwordField()).toHaveValue(PASSWORD);
  await page.user.click(screen.getByRole('button', { name: 'ログイン' }));
  expect(await codeHeading()).toBeVisible();
});
