import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asMember, errorResponse, expectAccessible, json, MEMBER, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import { changeButton } from './password-steps.ts';

const signedIn = () => json({ authenticated: true, user: MEMBER });

test('when the session check is pending, then the page shows a loading text until it has finished', async () => {
  const { responder, release } = holdBack(signedIn);
  openPage('/account', { 'GET /api/auth/check': responder });
  await waitFor(() => expect(within(screen.getByRole('main')).getByText('読み込み中...')).toBeVisible());
  await expectAccessible();
  release();
  expect(await changeButton()).toBeVisible();
  expect(screen.queryByText('読み込み中...')).toBeNull();
});

test('when the session check fails, then the page shows the error, and retry repeats it', async () => {
  const { user, respond } = openPage('/account', { 'GET /api/auth/check': networkFailure });
  expect(await screen.findByRole('alert', { name: 'アカウント情報を読み込めませんでした' })).toBeVisible();
  // A failed check does not mean that nobody is signed in.
  expect(window.location.pathname).toBe('/account');
  await expectAccessible();
  respond('GET /api/auth/check', signedIn);
  await user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await changeButton()).toBeVisible();
});

test('when nobody is signed in, then the login opens and says that it leads back', async () => {
  openPage('/account');
  expect(await screen.findByText('ログインすると、元のページに戻ります。')).toBeVisible();
  expect(window.location.pathname).toBe('/login');
});

test('when a member opens the page, then it shows the name, the address and the masked password', async () => {
  openPage('/account', asMember());
  await changeButton();
  const main = within(screen.getByRole('main'));
  const facts = main.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['お名前', '試験 太郎'],
    ['メールアドレス', MEMBER.email],
    ['パスワード', '••••••••設定済み'],
  ]);
  expect(main.getByRole('link', { name: '購入履歴を見る' })).toHaveAttribute('href', '/purchase-history');
  await expectAccessible();
});

test('when the logout fails, then the page shows the error, and the next try leads to the home page', async () => {
  const { user, respond } = openPage('/account', { ...asMember(), 'POST /api/logout': networkFailure });
  await changeButton();
  const logOut = within(screen.getByRole('main')).getByRole('button', { name: 'ログアウト' });
  await user.click(logOut);
  expect(await screen.findByRole('alert', { name: 'ログアウトエラー' })).toBeVisible();
  expect(window.location.pathname).toBe('/account');
  respond('POST /api/logout', () => json({}));
  await waitFor(() => expect(logOut).toBeEnabled());
  await user.click(logOut);
  expect(await screen.findByText('ログアウトしました。')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('when a member logs out on all devices, then the page asks first, shows a failure, and the next try leads to the home page', async () => {
  const ALL = 'POST /api/logout/all';
  const { user, respond, requests } = openPage('/account', { ...asMember(), [ALL]: () => errorResponse('ServiceUnavailable') });
  await changeButton();
  const confirm = async (label: string) => {
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'すべての端末からログアウト' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'すべての端末からログアウトしますか？' }));
    await user.click(dialog.getByRole('button', { name: label }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await confirm('キャンセル');
  expect(requests(ALL)).toEqual([]);
  await confirm('すべての端末からログアウト');
  expect(await screen.findByRole('alert', { name: 'ログアウトできませんでした' })).toBeVisible();
  expect(window.location.pathname).toBe('/account');
  await expectAccessible();
  respond(ALL, () => new Response(null, { status: 204 }));
  await confirm('すべての端末からログアウト');
  expect(await screen.findByText('すべての端末からログアウトしました。')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});
