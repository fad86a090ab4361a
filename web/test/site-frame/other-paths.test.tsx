import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { expectAccessible, openPage } from '../../src/testing/open-page.tsx';

test('when a path does not exist, then the page says so and links to the home page', async () => {
  const { user } = openPage('/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: 'ページが見つかりません' })).toBeVisible();
  expect(document.title).toBe('ページが見つかりません｜StageReel');
  await expectAccessible();
  within(screen.getByRole('main')).getByRole('link', { name: 'ホームに戻る' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: '動画を販売中の大会' })).toBeVisible();
  expect(window.location.pathname).toBe('/');
});

test.each(['/admin', '/admin-2fa-verify'])(
  'when a visitor without a session opens %s, then the sign-in of the back office opens',
  async (path) => {
    openPage(path);
    await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
    expect(await screen.findByRole('button', { name: 'ログイン' })).toBeVisible();
  },
);
