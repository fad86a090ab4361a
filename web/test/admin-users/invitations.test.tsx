import { expect, test } from '@jest/globals';
import type { AdminInvitationEntry } from '@stagereel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { announceSessionExpiry } from '../../src/lib/session-expiry.ts';
import { typeCode } from '../../src/testing/code-input.ts';
import { errorResponse, expectAccessible, json, openPage, MEMBER as PERSON, type Responder } from '../../src/testing/open-page.tsx';
import { emailField, expectToastAndClose, findDialog, passwordField } from '../admin-frame/office-screens.tsx';
import { ADMIN, openUsers } from './users.tsx';

const INVITATIONS = 'GET /api/admin/invitations';
const INVITE = 'POST /api/admin/invitations';
const OPEN = 'POST /api/admin/invitations/open';
const ACCEPT = 'POST /api/admin/invitations/accept';
const INVITED = 'jiro-new@example.jp';
const TOKEN = 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM';
const GOOD_PASSWORD = 'Brand-New-Horse-7';

const invitation: AdminInvitationEntry = {
  id: 'i1',
  email: INVITED,
  invitedBy: ADMIN,
  sentAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2126-11-23T09:00:00.000Z',
  hasAccount: false,
};
const entry = () => json(invitation);
const open: Responder = () => json({ email: INVITED, invitedBy: ADMIN, expiresAt: invitation.expiresAt, hasAccount: true });

const invitationRow = async (email: string) =>
  within((await within(await screen.findByRole('table', { name: '招待中の管理者' })).findByText(email)).closest('tr') as HTMLElement);
const addressField = () => screen.findByRole('textbox', { name: /^招待する方のメールアドレス/ });

const signInAgain = async (page: ReturnType<typeof openUsers>): Promise<void> => {
  page.respond('POST /api/admin/login', () => json({ requiresTwoFactor: true, methods: ['mail'], message: '送信しました。' }));
  page.respond('POST /api/admin/verify-2fa', () =>
    json({ redirectTo: '/admin', message: 'ログインしました', user: { ...PERSON, isAdmin: true } }),
  );
  await page.user.type(await passwordField(), 'Correct-password1{Enter}');
  await typeCode(page.user, '123456');
};

test('when an admin invites somebody after a long time, then the dialog asks for the sign-in, and sends the typed address by itself', async () => {
  const page = openUsers('', { [INVITE]: () => errorResponse('RecentSignInRequired') });
  await page.user.click(await screen.findByRole('button', { name: '管理者を招待' }));
  await waitFor(async () => expect(await addressField()).toHaveFocus());
  await page.user.click(await screen.findByRole('button', { name: '招待メールを送信' }));
  expect(await screen.findByText('メールアドレスを入力してください。')).toBeVisible();
  await page.user.type(await addressField(), INVITED);
  await expectAccessible();
  await page.user.keyboard('{Enter}');

  expect(await screen.findByText(/^安全のため、管理者を招待する前に/)).toBeVisible();
  expect(await emailField()).toHaveValue(ADMIN);
  expect(await emailField()).toHaveAttribute('readonly');
  await expectAccessible();
  page.respond(INVITE, entry);
  page.respond(INVITATIONS, () => json([invitation]));
  await signInAgain(page);
  await expectToastAndClose(page.user, { title: '招待メールを送信しました', text: INVITED });
  expect(page.requests(INVITE).map(({ body }) => body)).toEqual([{ email: INVITED }, { email: INVITED }]);
  expect(window.location.pathname + window.location.search).toBe('/admin?tab=users');
  expect((await invitationRow(INVITED)).getByText('なし')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('when the session ends while the dialog is open, then the page stays and the typed address is kept', async () => {
  const page = openUsers('', { [INVITE]: () => errorResponse('Unauthorized') });
  await page.user.click(await screen.findByRole('button', { name: '管理者を招待' }));
  await page.user.type(await addressField(), `${INVITED}{Enter}`);
  expect(await screen.findByText('セッションの有効期限が切れました。再度ログインしてください。')).toBeVisible();
  expect(window.location.pathname).toBe('/admin');
  // Closing the dialog without a sign-in leads to the sign-in page.
  await page.user.click((await findDialog('管理者を招待')).getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
});

test('when the session ends while the address is being typed, then nothing is sent before the button is pressed', async () => {
  const page = openUsers('', { [INVITE]: entry });
  await page.user.click(await screen.findByRole('button', { name: '管理者を招待' }));
  await page.user.type(await addressField(), 'jiro@example.co');
  act(announceSessionExpiry);
  await signInAgain(page);
  expect(await addressField()).toHaveValue('jiro@example.co');
  await page.user.type(await addressField(), 'm{Enter}');
  await waitFor(() => expect(page.requests(INVITE).map(({ body }) => body)).toEqual([{ email: 'jiro@example.com' }]));
});

test('when the server refuses an invitation, then its reason is shown, and the address can be corrected', async () => {
  const page = openUsers('', { [INVITE]: () => errorResponse('AlreadyAdmin') });
  await page.user.click(await screen.findByRole('button', { name: '管理者を招待' }));
  await page.user.type(await addressField(), `${ADMIN}{Enter}`);
  const text = 'このメールアドレスは、すでに管理者として登録されています。';
  expect(await screen.findByText(`招待できませんでした。${text}`)).toBeVisible();
  await expectToastAndClose(page.user, { title: '招待に失敗しました', text });
  expect(await addressField()).toHaveValue(ADMIN);
});

test('when invitations are open, then each can be sent again or withdrawn, and an expired one says so', async () => {
  const expired = { ...invitation, id: 'i2', email: 'late@example.jp', expiresAt: '2026-11-01T09:00:00.000Z', hasAccount: true };
  const page = openUsers('', { [INVITATIONS]: () => json([invitation, expired]), 'POST /api/admin/invitations/i2/resend': entry });
  expect((await invitationRow(expired.email)).getByText('期限切れ')).toBeVisible();
  expect((await invitationRow(expired.email)).getByText('あり（管理者に変わります）')).toBeVisible();
  await expectAccessible();
  await page.user.click((await invitationRow(expired.email)).getByRole('button', { name: /再送信/ }));
  await expectToastAndClose(page.user, { title: '招待メールをもう一度送信しました', text: expired.email });

  const withdrawal = 'DELETE /api/admin/invitations/i1';
  page.respond(withdrawal, () => errorResponse('InvitationInUse'));
  const withdraw = async () => {
    await page.user.click((await invitationRow(INVITED)).getByRole('button', { name: /取り消す/ }));
    await page.user.click((await findDialog('招待を取り消しますか？')).getByRole('button', { name: '取り消す' }));
  };
  await withdraw();
  expect(await screen.findByText(/^招待の取り消しに失敗しました（jiro-new@example.jp）：/)).toBeVisible();
  page.respond(withdrawal, () => new Response(null, { status: 204 }));
  page.respond(INVITATIONS, () => json([expired]));
  await withdraw();
  await expectToastAndClose(page.user, { title: '招待を取り消しました', text: INVITED });
  await waitFor(() => expect(screen.queryByText(INVITED)).toBeNull());
});

test('when the invited person sets a password, then the page leads to the sign-in', async () => {
  const page = openPage(`/admin-invitation/${TOKEN}`, {
    [OPEN]: open,
    [ACCEPT]: () => json({ email: INVITED, message: '登録しました。' }),
  });
  expect(await screen.findByText(`${ADMIN} から、StageReelの管理者に招待されました。ご自身のパスワードを設定してください。`)).toBeVisible();
  expect(screen.getByText('会員アカウントをお持ちです')).toBeVisible();
  const confirmation = () => screen.getByLabelText(/^パスワード（確認）/, { selector: 'input' });
  const password = () => screen.getByLabelText(/^パスワード(?!（)/, { selector: 'input' });
  await page.user.type(password(), 'weak');
  await page.user.click(screen.getByRole('button', { name: '管理者として登録する' }));
  expect(await screen.findByText('パスワードが一致しません')).toBeVisible();
  expect(page.requests(ACCEPT)).toHaveLength(0);
  await expectAccessible();
  await page.user.clear(password());
  await page.user.type(password(), GOOD_PASSWORD);
  await page.user.type(confirmation(), `${GOOD_PASSWORD}{Enter}`);
  expect(await screen.findByRole('heading', { name: '管理者として登録しました' })).toBeVisible();
  expect(page.requests(ACCEPT).map(({ body }) => body)).toEqual([{ token: TOKEN, password: GOOD_PASSWORD }]);
  expect(screen.getByRole('link', { name: '管理者ログインへ進む' })).toHaveAttribute('href', '/admin-login');
  await expectAccessible();
});

test('when the link was used, withdrawn or has expired, then the page says so; when the service fails, then it can be tried again', async () => {
  const page = openPage(`/admin-invitation/${TOKEN}`, { [OPEN]: () => errorResponse('ServiceUnavailable') });
  expect(await screen.findByText('招待を開けませんでした')).toBeVisible();
  page.respond(OPEN, () => errorResponse('InvitationExpired'));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await screen.findByText(/^この招待の有効期限が切れています。/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull();
  await expectAccessible();
});
