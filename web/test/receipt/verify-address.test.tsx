import { expect, test } from '@jest/globals';
import { CODE_RESEND_SECONDS, errorCatalogue, type Receipt } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { asMember, errorResponse, expectAccessible, json, MEMBER, openPage } from '../../src/testing/open-page.tsx';

const STATE = 'GET /api/orders/12345678/receipt';
const ISSUE = 'POST /api/orders/12345678/receipt';
const SEND = 'POST /api/send-verification-code';
const VERIFY = 'POST /api/verify-email-code';
const EMAIL = 'hanako@example.jp';

const stateOf = (latest: Receipt | null) => () =>
  json({ orderNumber: '12345678', customerName: '他人 花子', latest, isIssued: latest !== null });
const codeSent = () => json({ message: '送信しました。', expiresInSeconds: 600, resendAfterSeconds: CODE_RESEND_SECONDS });
const verified = () => json({ verified: true, email: EMAIL, expiresAt: '2126-11-20T10:00:00.000Z' });
const unproven = () => errorResponse('ProofRequired');

const emailField = () => screen.findByRole('textbox', { name: /メールアドレス/ });
const firstBox = () => screen.findByRole('textbox', { name: '認証コード 1桁目' });
const button = (name: string) => screen.findByRole('button', { name });

/** Requests a code for the address and types it. */
const typeCode = async ({ user }: ReturnType<typeof openPage>, code: string) => {
  await user.clear(await emailField());
  await user.type(await emailField(), EMAIL);
  await user.click(await button('認証コードを送信'));
  await user.type(await firstBox(), code);
};

test('when a guest opens the link of an order, then the mailed code opens the form of its receipt', async () => {
  const page = openPage('/receipt/12345678', { [STATE]: unproven, [SEND]: codeSent });
  expect(await screen.findByRole('heading', { name: 'ご本人の確認' })).toBeVisible();
  expect(screen.getByText('領収書は、ご注文されたご本人だけが発行できます。メールアドレスを認証してください。')).toBeVisible();
  await expectAccessible();
  await page.user.click(await button('認証コードを送信'));
  expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
  await waitFor(async () => expect(await emailField()).toHaveFocus());
  expect(page.requests(SEND)).toEqual([]);

  await page.user.type(await emailField(), 'Hanako@Example.jp');
  await page.user.click(await button('認証コードを送信'));
  await waitFor(async () => expect(await firstBox()).toHaveFocus());
  expect(document.querySelector('main')).toHaveTextContent(`${EMAIL} に6桁の認証コードを送信しました。`);
  expect(page.requests(SEND).map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  await expectAccessible();

  page.respond(VERIFY, () => errorResponse('CodeInvalid', { remainingAttempts: 4 }));
  await page.user.keyboard('000000');
  expect(await screen.findByText('認証コードが無効です')).toBeVisible();
  expect(screen.getByText('あと4回入力できます。')).toBeVisible();
  await waitFor(async () => expect(await firstBox()).toHaveFocus());
  expect(await firstBox()).toHaveValue('');
  await expectAccessible();

  page.respond(VERIFY, verified);
  page.respond(STATE, stateOf(null));
  await page.user.keyboard('123456');
  expect(await button('発行する')).toBeEnabled();
  expect(page.requests(VERIFY).map(({ body }) => body)).toEqual([
    { email: EMAIL, code: '000000' },
    { email: EMAIL, code: '123456' },
  ]);
  expect(screen.queryByText('ご本人の確認')).toBeNull();
});

test('when the email address was wrong, then the step back keeps it for a correction', async () => {
  const page = openPage('/receipt/12345678', { [STATE]: unproven, [SEND]: codeSent });
  await page.user.type(await emailField(), EMAIL);
  await page.user.click(await button('認証コードを送信'));
  await page.user.click(await button('メールアドレスを変更'));
  expect(await emailField()).toHaveValue(EMAIL);
});

test('when the code cannot be sent, then the page shows the error and keeps the email address', async () => {
  const page = openPage('/receipt/12345678', { [STATE]: unproven, [SEND]: () => errorResponse('CodeLimitReached') });
  await page.user.type(await emailField(), EMAIL);
  await page.user.click(await button('認証コードを送信'));
  expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.CodeLimitReached.message);
  expect(await emailField()).toHaveValue(EMAIL);
  await expectAccessible();
});

test('when the verification expires before a reissue, then it is required again, and then the receipt is issued', async () => {
  const page = openPage('/receipt/12345678', { [STATE]: stateOf(buildReceipt()), [SEND]: codeSent, [VERIFY]: verified, [ISSUE]: unproven });
  await page.user.click(await button('宛名などを変えて再発行'));
  await page.user.click(await button('再発行する'));
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '再発行する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスの認証の有効期限が切れました。もう一度認証してください。');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectAccessible();
  await typeCode(page, '123456');
  page.respond(ISSUE, () => json(buildReceipt({ receiptNumber: '12345678-R2', isReissue: true }), { status: 201 }));
  await page.user.click(await button('認証する'));
  expect(await screen.findByText('12345678-R2')).toBeVisible();
  expect(screen.getByText('再発行')).toBeVisible();
  const [refused, repeated] = page.requests(ISSUE).map(({ body }) => body);
  expect(repeated).toEqual(refused);
});

test('when the order belongs to another email address, then the page looks like that of an unknown order, and verifying the address opens it', async () => {
  const page = openPage('/receipt/12345678', {
    ...asMember(),
    [STATE]: () => errorResponse('OrderNotFound'),
    [SEND]: codeSent,
    [VERIFY]: verified,
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'ご注文が見つかりませんでした。お手元のメールで注文番号をご確認ください。ご不明な場合は、ご注文の照会をご利用ください。',
  );
  expect(within(alert).getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  await expectAccessible();
  await typeCode(page, '123456');
  page.respond(STATE, stateOf(null));
  await page.user.click(await button('認証する'));
  expect(await screen.findByRole('textbox', { name: /宛名/ })).toHaveValue('他人 花子');
});

test.each([
  { orderNumber: '00000000', code: 'OrderNotFound' },
  { orderNumber: 'nothing', code: 'ValidationFailed' },
] as const)('when the order number is $orderNumber, then the page shows the same', async ({ orderNumber, code }) => {
  openPage(`/receipt/${orderNumber}`, { ...asMember(), [`GET /api/orders/${orderNumber}/receipt`]: () => errorResponse(code) });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'ご注文が見つかりませんでした。お手元のメールで注文番号をご確認ください。ご不明な場合は、ご注文の照会をご利用ください。',
  );
  expect(screen.getByText('別のメールアドレスで注文された場合は、そのアドレスを認証すると発行できます。')).toBeVisible();
});

test('when a member signs in from the page, then the login returns to the receipt', async () => {
  const page = openPage('/receipt/12345678', { [STATE]: unproven });
  await emailField();
  await page.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'ログイン' }));
  await screen.findByRole('heading', { level: 1, name: 'ログイン' });
  page.respond('POST /api/login', () => json({ requiresTwoFactor: false, user: MEMBER, redirectTo: null, message: 'ログインしました。' }));
  page.respond(STATE, stateOf(null));
  await page.user.type(await emailField(), MEMBER.email);
  await page.user.type(await screen.findByLabelText(/^パスワード/, { selector: 'input' }), 'Hanamaru2026{Enter}');
  expect(await button('発行する')).toBeVisible();
  expect(window.location.pathname).toBe('/receipt/12345678');
});
