import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildReceipt } from '../../src/testing/build-receipt.ts';
import { expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const { seller } = buildReceipt();

test('when a response is invalid, then the error screen keeps header and footer, and retry requests it again (customer 2.54; admin 2.62)', async () => {
  // The app reports the cause of an error screen in the console.
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  // No service sends such a response today; a future release that does must not cause a blank page.
  const page = openPage('/legal-notice', { 'GET /api/shop': () => json({}) });
  const title = await screen.findByRole('heading', { level: 1, name: 'エラーが発生しました' });
  expect(title).toHaveFocus();
  expect(document.title).toBe('エラーが発生しました｜StageReel');
  expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'お問い合わせ' })).toBeVisible();
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'サイトメニュー' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'ページを再読み込み' })).toBeEnabled();
  await expectAccessible();

  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  await waitFor(() => expect(page.requests('GET /api/shop').length).toBeGreaterThan(1));
  expect(await screen.findByRole('heading', { level: 1, name: 'エラーが発生しました' })).toHaveFocus();

  page.respond('GET /api/shop', () => json({ seller, isExample: false }));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await screen.findByRole('heading', { level: 1, name: '特定商取引法に基づく表記' })).toBeVisible();
  expect(await screen.findByText('運営責任者')).toBeVisible();
});

test('when a path does not exist, then the page says so and links to the home page (customer 2.2; admin 2.3)', async () => {
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
