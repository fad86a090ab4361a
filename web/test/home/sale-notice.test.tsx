import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { typeCode } from '../../src/testing/code-input.ts';
import { asMember, errorResponse, expectAccessible, json, MEMBER, networkFailure, openPage } from '../../src/testing/open-page.tsx';

const SEND = 'POST /api/send-verification-code';
const VERIFY = 'POST /api/verify-email-code';
const NOTICE = 'POST /api/contests/s1/sale-notices';
const PROMISE = /販売開始の際に1通だけお知らせし、その後アドレスを削除します。/;
const EMAIL = 'hanako@example.jp';

const winter = { id: 's1', name: '冬の大会', slug: 'winter', date: '2026年12月20日', location: '', coverImage: null, salesStartAt: null };
const responses = {
  'GET /api/contests/coming-soon': () => json([winter]),
  [SEND]: () => json({ message: '', resendAfterSeconds: 60 }),
  [VERIFY]: () => json({ verified: true, expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
  [NOTICE]: () => json({ email: EMAIL }, { status: 201 }),
};
const button = () => screen.findByRole('button', { name: '販売開始を知らせる' });
const dialog = () => screen.findByRole('dialog', { name: '販売開始を知らせる' });
const card = () => screen.findByRole('article', { name: '冬の大会' });

/** Opens the dialog as a guest and has a code sent. */
const sendCode = async (page: ReturnType<typeof openPage>, email = EMAIL) => {
  await page.user.click(await button());
  await page.user.type(await screen.findByRole('textbox', { name: /メールアドレス/ }), email);
  await page.user.click(screen.getByRole('button', { name: '認証コードを送信' }));
};

/** The sixth digit submits. */
const enterCode = ({ user }: ReturnType<typeof openPage>, code = '123456') => typeCode(user, code);

test('when a guest proves an address with its code, then the notice is requested once and the card says what happens', async () => {
  const page = openPage('/', responses);
  await page.user.click(await button());
  await page.user.click(within(await dialog()).getByRole('button', { name: '認証コードを送信' }));
  expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
  expect(within(await dialog()).getByText(PROMISE)).toBeVisible();
  await expectAccessible();
  await page.user.type(screen.getByRole('textbox', { name: /メールアドレス/ }), `${EMAIL}{Enter}`);
  await screen.findByText(/に送信した6桁の認証コード/);
  await expectAccessible();
  await enterCode(page);

  expect(await within(await card()).findByText(PROMISE)).toBeVisible();
  expect(within(await card()).getByText(EMAIL)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(page.requests(SEND).map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  expect(page.requests(NOTICE).map(({ body }) => body)).toEqual([{ email: EMAIL }]);
  expect(screen.queryByRole('button', { name: '販売開始を知らせる' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('when a signed-in member with a proven address asks, then one tap is enough', async () => {
  const page = openPage('/', { ...responses, ...asMember() });
  await screen.findByText(MEMBER.email);
  await page.user.click(await button());
  expect(await within(await card()).findByText(MEMBER.email)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(page.requests(NOTICE).map(({ body }) => body)).toEqual([{ email: MEMBER.email }]);
  expect(page.requests(SEND)).toEqual([]);
});

test('when a member has not proven the address, then the form opens with it', async () => {
  const page = openPage('/', { ...responses, ...asMember({ emailProven: false }) });
  await screen.findByText(MEMBER.email);
  await page.user.click(await button());
  expect(await screen.findByRole('textbox', { name: /メールアドレス/ })).toHaveValue(MEMBER.email);
});

test('when the code is wrong, then an error says so and the next code can be entered', async () => {
  const page = openPage('/', { ...responses, [VERIFY]: () => errorResponse('CodeInvalid') });
  await sendCode(page);
  await screen.findByText(/に送信した6桁の認証コード/);
  await enterCode(page, '111111');
  expect(await screen.findByText(/認証コードが無効です/)).toBeVisible();
  await expectAccessible();
  page.respond(VERIFY, responses[VERIFY]);
  await enterCode(page);
  expect(await within(await card()).findByText(PROMISE)).toBeVisible();
});

test('when a code was sent moments ago, then the form asks for that code', async () => {
  const page = openPage('/', { ...responses, [SEND]: () => errorResponse('CodeResendTooSoon') });
  await sendCode(page);
  expect(await screen.findByText(/に送信した6桁の認証コード/)).toBeVisible();
  expect(screen.getByRole('button', { name: /認証コードを再送信/ })).toBeDisabled();
});

test('when the code cannot be sent, then an error says so, the address stays and can be corrected later', async () => {
  const page = openPage('/', { ...responses, [SEND]: () => errorResponse('CodeLimitReached') });
  await sendCode(page);
  expect(await screen.findByText('認証コードを送信できませんでした')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /メールアドレス/ })).toHaveValue(EMAIL);
  page.respond(SEND, responses[SEND]);
  await page.user.click(screen.getByRole('button', { name: '認証コードを送信' }));
  await page.user.click(await screen.findByRole('button', { name: 'メールアドレスを変更する' }));
  expect(screen.getByRole('textbox', { name: /メールアドレス/ })).toHaveValue(EMAIL);
});

test('when the notice cannot be stored, then retry requests it without another code', async () => {
  const page = openPage('/', { ...responses, [NOTICE]: networkFailure });
  await sendCode(page);
  await screen.findByText(/に送信した6桁の認証コード/);
  await enterCode(page);
  expect(await screen.findByText('登録できませんでした')).toBeVisible();
  page.respond(NOTICE, responses[NOTICE]);
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await within(await card()).findByText(PROMISE)).toBeVisible();
  expect(page.requests(SEND)).toHaveLength(1);
});

test('when the dialog is closed and opened again, then the step and the focus are kept', async () => {
  const page = openPage('/', responses);
  await sendCode(page);
  await screen.findByText(/に送信した6桁の認証コード/);
  await page.user.click(screen.getByRole('button', { name: '閉じる' }));
  await waitFor(async () => expect(await button()).toHaveFocus());
  await page.user.click(await button());
  await waitFor(() => expect(screen.getByText(/に送信した6桁の認証コード/)).toBeVisible());
});
