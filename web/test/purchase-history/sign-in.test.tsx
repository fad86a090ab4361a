import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildCustomerLine } from '../../src/testing/build-customer-line.ts';
import { asMember, errorResponse, expectAccessible, json, MEMBER, openPage } from '../../src/testing/open-page.tsx';

const ORDERS = 'GET /api/user/orders';
const EXPIRED = 'セッションの有効期限が切れました。もう一度ログインしてください。';
const signedIn = () => json({ requiresTwoFactor: false, user: MEMBER, redirectTo: null, message: 'ログインしました。' });

/** Waits until the login is open, because the page before it may still be visible. */
const emailField = async () => {
  await screen.findByRole('heading', { level: 1, name: 'ログイン' });
  return screen.findByRole('textbox', { name: /メールアドレス/ });
};
const signIn = async ({ user }: ReturnType<typeof openPage>) => {
  await user.type(await emailField(), MEMBER.email);
  await user.type(await screen.findByLabelText(/^パスワード/, { selector: 'input' }), 'Hanamaru2026');
  await user.keyboard('{Enter}');
};

test('when a guest opens it, then it links to the registration, the order lookup and the login, which returns to it (customer 1.5, 2.41, 2.42)', async () => {
  const page = openPage('/purchase-history', { 'POST /api/login': signedIn, [ORDERS]: () => json([]) });
  expect(await screen.findByText('購入履歴を見るには、ログインしてください。')).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: '会員登録' })).toHaveAttribute('href', '/register');
  expect(main.getByRole('link', { name: 'ご注文の照会' })).toHaveAttribute('href', '/order-lookup');
  expect(page.requests(ORDERS)).toEqual([]);
  await expectAccessible();

  await page.user.click(main.getByRole('link', { name: 'ログイン' }));
  await signIn(page);
  expect(await screen.findByText('購入した商品はまだありません')).toBeVisible();
  expect(window.location.pathname).toBe('/purchase-history');
});

test('when the session has ended, then a return to the tab leads to the login, which returns to the history', async () => {
  const page = openPage('/purchase-history', { ...asMember(), [ORDERS]: () => json([buildCustomerLine()]), 'POST /api/login': signedIn });
  await screen.findByRole('article', { name: '注文番号 12345678' });
  page.respond(ORDERS, () => errorResponse('Unauthorized'));
  page.respond('GET /api/auth/check', () => json({ authenticated: false, user: null }));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(await emailField()).toHaveValue('');
  expect(window.location.pathname).toBe('/login');
  expect(await within(screen.getByRole('main')).findByText(EXPIRED)).toBeVisible();
  expect(screen.queryByText('注文番号 12345678')).toBeNull();
  await expectAccessible();

  page.respond(ORDERS, () => json([buildCustomerLine()]));
  await signIn(page);
  await screen.findByRole('article', { name: '注文番号 12345678' });
  await waitFor(() => expect(window.location.pathname).toBe('/purchase-history'));
});
