import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { asMember, errorResponse, expectAccessible, json, MEMBER, openPage } from '../../src/testing/open-page.tsx';
import { memberButton, sendCredentials, signedIn } from './sign-in.ts';

const EXPIRED = 'セッションの有効期限が切れました。もう一度ログインしてください。';

const findToast = async () => {
  const title = await screen.findByText('認証エラー');
  const toast = screen.getAllByRole('alert').find((alert) => alert.contains(title));
  if (!toast) throw new Error('The toast is not an alert');
  return toast;
};
/** Waits for the login page with its notice, and for the header of a guest. */
const expectLoginPage = async (): Promise<void> => {
  expect(await within(screen.getByRole('main')).findByText(EXPIRED)).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  await waitFor(() => expect(screen.queryByRole('button', { name: MEMBER.email })).toBeNull());
};

describe('an ended session', () => {
  test('when the member opens the purchase history from the menu, then the login explains it and leads to the history (customer 8.15)', async () => {
    const page = openPage('/', {
      ...asMember(),
      'GET /api/user/orders': () => errorResponse('Unauthorized'),
      'POST /api/login': () => signedIn(),
    });
    await page.user.click(await memberButton());
    await page.user.click(await screen.findByRole('link', { name: '購入履歴' }));
    const toast = await findToast();
    expect(within(toast).getByText(EXPIRED)).toBeVisible();
    await expectLoginPage();

    await page.user.click(within(toast).getByRole('button', { name: '通知を閉じる' }));
    await waitFor(() => expect(screen.queryByText('認証エラー')).toBeNull());
    // The notice stays when the toast is gone.
    await expectLoginPage();
    await expectAccessible();

    page.respond('GET /api/user/orders', () => json([]));
    await sendCredentials(page);
    expect(await screen.findByRole('heading', { level: 1, name: '購入履歴' })).toBeVisible();
    expect(window.location.pathname).toBe('/purchase-history');
  });

  test('when the member requests a code in the password dialog, then the login explains it and leads back to the account', async () => {
    const page = openPage('/account', {
      ...asMember(),
      'POST /api/send-password-change-code': () => errorResponse('Unauthorized'),
      'POST /api/login': () => signedIn(),
    });
    await page.user.click(await screen.findByRole('button', { name: 'パスワードを変更' }));
    await page.user.click(await screen.findByRole('button', { name: '認証コードを送信' }));
    await findToast();
    await expectLoginPage();
    await expectAccessible();

    await sendCredentials(page);
    expect(await screen.findByRole('button', { name: 'パスワードを変更' })).toBeVisible();
    expect(window.location.pathname).toBe('/account');
  });
});
