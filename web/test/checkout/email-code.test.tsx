import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildSavedCustomer, buildSavedOrder, saveForCheckout } from '../../src/testing/build-saved-order.ts';
import { codeBox, typeCode, typedCode } from '../../src/testing/code-input.ts';
import { errorResponse, expectAccessible, networkFailure } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  CODE,
  codeSent,
  continueButton,
  EMAIL,
  emailField,
  emailVerified,
  findPayment,
  NAME,
  nameField,
  openCheckout,
  toCode,
  toPayment,
} from './checkout-page.ts';

const ledger = openTextLedger('email-verification');

const RESEND = '認証コードを再送信';
const TRIES_EXCEEDED = '認証コードの入力回数が上限に達しました。新しいコードを取得してください。';
const UNAVAILABLE = 'サービスに接続できませんでした。しばらくしてからもう一度お試しください。';

const order = buildSavedOrder();
beforeEach(() => saveForCheckout({ order, customer: buildSavedCustomer({ codeSentAt: Date.now() }) }));

const resendButton = () => screen.findByRole('button', { name: RESEND });
/** Waits until the boxes are empty and the first one has the focus. */
const waitForEmptyBoxes = async () => {
  await waitFor(async () => expect(await codeBox(1)).toHaveFocus());
  await waitFor(() => expect(typedCode()).toBe(''));
};

const openCodeStep = (given: Parameters<typeof openCheckout>[1] = {}) => {
  const page = openCheckout('/email-verification', given);
  return {
    ...page,
    /** The last digit submits it. */
    submitCode: (code = CODE) => typeCode(page.user, code),
  };
};

test('when a code was sent, then another one can be requested after a countdown', async () => {
  const { user, fillIn, requests } = openCheckout('/order-confirmation', { 'POST /api/send-verification-code': () => codeSent(3) });
  const sentAt = Date.now();
  await fillIn(await emailField(), EMAIL);
  await fillIn(await nameField(), NAME);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(sentAt);
  await user.click(await toCode());
  expect(await screen.findByText(/に6桁の認証コードを送信しました。/)).toHaveTextContent(EMAIL);
  expect(await screen.findByRole('button', { name: `${RESEND}（あと3秒）` })).toBeDisabled();
  await expectAccessible();
  clock.mockReturnValue(sentAt + 3_000);
  expect(await resendButton()).toBeEnabled();
  expect(screen.getByText('認証コードを再送信できます。')).toHaveAttribute('role', 'status');
  expect(requests('POST /api/send-verification-code').map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  expect(requests('POST /api/resend-verification-code')).toEqual([]);
});

test('when the code is missing, wrong or tried too often, then the page shows the error, and a new code opens the payment', async () => {
  const { user, submitCode, respond, requests } = openCodeStep({
    'POST /api/verify-email-code': () => errorResponse('CodeInvalid', { remainingAttempts: 4 }),
  });
  await user.click(await continueButton());
  await ledger.see('6桁のコードを入力してください');
  await waitForEmptyBoxes();
  await expectAccessible();
  expect(requests('POST /api/verify-email-code')).toEqual([]);

  await submitCode('000000');
  await ledger.see('認証コードが無効です');
  expect(screen.getByText('あと4回入力できます。')).toBeVisible();
  await waitForEmptyBoxes();
  await expectAccessible();

  // Not sent again, as when a password manager repeats it.
  await submitCode('000000');
  expect(typedCode()).toBe('000000');
  expect(requests('POST /api/verify-email-code')).toHaveLength(1);

  respond('POST /api/verify-email-code', () => errorResponse('CodeTriesExceeded'));
  await user.click(await continueButton());
  expect(await screen.findByText(TRIES_EXCEEDED)).toBeVisible();
  expect(requests('POST /api/verify-email-code')).toHaveLength(2);
  await waitForEmptyBoxes();
  await expectAccessible();

  await user.keyboard('12');
  await user.click(await resendButton());
  expect(await screen.findByText('認証コードを送信しました。')).toBeVisible();
  await waitForEmptyBoxes();
  expect(screen.queryByText(TRIES_EXCEEDED)).not.toBeInTheDocument();
  expect(requests('POST /api/resend-verification-code').map(({ body }) => body)).toEqual([{ email: EMAIL }]);

  respond('POST /api/verify-email-code', () => emailVerified());
  await submitCode();
  await findPayment();
  expect(requests('POST /api/verify-email-code').at(-1)?.body).toEqual({ email: EMAIL, code: CODE });
});

test('when the code is pasted in full-width digits with a space after a reload, then it fills the boxes and is sent once', async () => {
  const { user, requests } = openCodeStep();
  await codeBox(1);
  reloadPage();
  expect(await screen.findByText(/に6桁の認証コードを送信しました。/)).toHaveTextContent(EMAIL);
  await user.click(await codeBox(1));
  await user.paste('２４６ ８１０');
  await findPayment();
  expect(requests('POST /api/verify-email-code').map(({ body }) => body)).toEqual([{ email: EMAIL, code: CODE }]);
});

test('when the code cannot be sent, then the confirmation shows an error, and it continues once the shop is back (customer 8.9)', async () => {
  const { user, fillIn, respond } = openCheckout('/order-confirmation', {
    'POST /api/send-verification-code': () => errorResponse('BadGateway'),
  });
  await fillIn(await emailField(), EMAIL);
  await fillIn(await nameField(), NAME);
  await user.click(await toCode());
  await ledger.see('認証コードの送信に失敗しました。');
  expect(screen.getByText(UNAVAILABLE)).toBeVisible();
  await expectAccessible();
  respond('POST /api/send-verification-code', () => codeSent());
  await user.click(await toCode());
  await codeBox(1);
});

test('when the shop or the network is unavailable, then the code step shows an error and keeps the code, and it continues later (customer 8.8)', async () => {
  const { user, submitCode, respond } = openCodeStep({
    'POST /api/resend-verification-code': () => errorResponse('BadGateway'),
    'POST /api/verify-email-code': networkFailure,
  });
  await user.click(await resendButton());
  await ledger.see('認証コードの再送信に失敗しました');
  expect(screen.getByText(UNAVAILABLE)).toBeVisible();
  await expectAccessible();

  jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  await submitCode();
  expect(await screen.findByText('インターネットに接続されていません。接続を確認して、もう一度お試しください。')).toBeVisible();
  expect(typedCode()).toBe(CODE);
  await expectAccessible();

  respond('POST /api/verify-email-code', () => emailVerified());
  await user.click(await continueButton());
  await findPayment();
});

test('when the address is not verified any more, then the code step asks to request a code', async () => {
  saveForCheckout({ order, customer: buildSavedCustomer() });
  openCodeStep();
  expect(await screen.findByRole('note')).toHaveTextContent(`${EMAIL} の認証が必要です。下のボタンから認証コードを取得してください。`);
  expect(await resendButton()).toBeEnabled();
  await expectAccessible();
});

test('when the verification is still valid, then the code step shows that and links to the payment', async () => {
  saveForCheckout({ order, customer: buildSavedCustomer({ provenUntil: Date.now() + 3_600_000 }) });
  const { user, requests } = openCodeStep();
  expect(await screen.findByText('は認証済みです。', { exact: false })).toHaveTextContent(`${EMAIL} は認証済みです。`);
  expect(screen.queryByRole('textbox', { name: /^認証コード/ })).not.toBeInTheDocument();
  await expectAccessible();
  await user.click(await toPayment());
  await findPayment();
  expect(requests('POST /api/verify-email-code')).toEqual([]);
});

test('when all tests of the verification have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
