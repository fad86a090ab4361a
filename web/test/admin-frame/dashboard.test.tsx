import { afterEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { adminMarker } from '../../src/lib/admin-marker.ts';
import { buildOrderChanges } from '../../src/testing/build-admin-line.ts';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { adminKeys, emailField, expectToastAndClose, tabTo } from './office-screens.tsx';

const ADMIN = 'admin@example.jp';
const SECURITY = 'GET /api/admin/security-dashboard';
const TABS = [
  ['大会管理', 'contests'],
  ['動画注文一覧', 'orders'],
  ['売上統計', 'sales'],
  ['ユーザー管理', 'users'],
] as const;

const openDashboard = (path: string, given: Record<string, Responder> = {}) =>
  openPage(path, {
    ...asAdmin(),
    'GET /api/orders': () => json(buildOrderChanges([])),
    'GET /api/orders/flagged': () => json([]),
    'GET /api/orders/sales': () => json({ total: 0, refunded: 0, videos: 0, orders: 0, days: [], contests: [] }),
    'GET /api/users': () => json([]),
    [SECURITY]: () => json({ dashboard: buildSecurityDashboard() }),
    ...given,
  });

const tools = () => within(screen.getByRole('navigation', { name: '管理ツール' }));
const securityButton = () => tools().getByRole('button', { name: 'セキュリティ監視' });
const dashboardHeading = () => screen.findByRole('heading', { name: '管理ダッシュボード' });
const selectedTab = (name: string) => screen.findByRole('tab', { name, selected: true });

afterEach(() => adminMarker.signOut());

test('when an admin opens each tab, then the address names it, and going back opens the one before', async () => {
  const page = openDashboard('/dashboard');
  for (const [name, key] of TABS) {
    await page.user.click(await screen.findByRole('tab', { name }));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(`/dashboard?tab=${key}`));
    expect(await within(await screen.findByRole('tabpanel', { name })).findAllByRole('heading', { level: 2 })).not.toHaveLength(0);
  }
  window.history.back();
  expect(await selectedTab('売上統計')).toBeVisible();
});

test('when the address names an unknown tab, then the contests are shown', async () => {
  openDashboard('/admin?tab=unknown');
  expect(await selectedTab('大会管理')).toBeVisible();
  expect(await screen.findByText('大会データがありません')).toBeVisible();
  expect(within(screen.getByRole('banner')).getByText(ADMIN)).toBeVisible();
  await expectAccessible();
});

test('when an admin uses the tools, then each opens its page', async () => {
  const page = openDashboard('/admin', { 'POST /api/setup-2fa': () => errorResponse('ServiceUnavailable') });
  await dashboardHeading();
  await page.user.click(tools().getByRole('link', { name: '二段階認証の設定' }));
  expect(await screen.findByRole('heading', { name: '二段階認証の設定' })).toBeVisible();
  expect(window.location.pathname).toBe('/admin/two-factor-setup');
  await page.user.click(screen.getByRole('link', { name: 'ダッシュボードに戻る' }));
  await dashboardHeading();
  await page.user.click(securityButton());
  expect(await screen.findByText('総合リスクレベル')).toBeVisible();
  expect(window.location.pathname).toBe('/admin/security');
  window.history.back();
  await dashboardHeading();
  await page.user.click(tools().getByRole('link', { name: 'トップページに戻る' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('when the access to the security page is checked, then the button is busy, and the page opens with the checked data', async () => {
  const held = holdBack(() => json({ dashboard: buildSecurityDashboard() }));
  const page = openDashboard('/admin', { [SECURITY]: held.responder });
  await dashboardHeading();
  await page.user.click(securityButton());
  await waitFor(() => expect(securityButton()).toHaveAttribute('data-loading'));
  expect(window.location.pathname).toBe('/admin');
  held.release();
  expect(await screen.findByText('総合リスクレベル')).toBeVisible();
});

test('when the server forbids the security page, then the tools say that access is denied', async () => {
  const page = openDashboard('/admin', { [SECURITY]: () => errorResponse('Forbidden') });
  await dashboardHeading();
  await page.user.click(securityButton());
  await expectToastAndClose(page.user, { title: 'アクセスが拒否されました', text: '管理者としてログインしてください。' });
  expect(tools().getByText('アクセスが拒否されました')).toBeVisible();
  await expectAccessible();
  expect(window.location.pathname).toBe('/admin');
});

test('when the security page cannot be reached, then the tools show the problem until it is closed', async () => {
  const text = 'セキュリティダッシュボードへのアクセスで問題が発生しました。';
  const page = openDashboard('/admin', { [SECURITY]: networkFailure });
  await dashboardHeading();
  const goOnline = goOffline();
  await page.user.click(securityButton());
  await expectToastAndClose(page.user, { title: 'エラー', text });
  expect(tools().getByText(text)).toBeVisible();
  await expectAccessible();
  await page.user.click(tools().getByRole('button', { name: '閉じる' }));
  await waitFor(() => expect(tools().queryByText(text)).toBeNull());
  goOnline();
  page.respond(SECURITY, () => json({ dashboard: buildSecurityDashboard() }));
  await page.user.click(securityButton());
  expect(await screen.findByText('総合リスクレベル')).toBeVisible();
});

test.each([
  ['succeeds', () => json({ message: 'ログアウトしました' })],
  ['fails', () => errorResponse('BadGateway')],
])('when an admin signs out by keyboard and the request %s, then nothing of the admin stays in the browser', async (_outcome, respond) => {
  const page = openDashboard('/admin', { 'POST /api/logout': respond });
  await dashboardHeading();
  expect(adminKeys()).toContain('admin_session');
  await tabTo(page.user, () => screen.getByRole('button', { name: 'ログアウト' }));
  await page.user.keyboard('{Enter}');
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
  expect(page.requests('POST /api/logout')).toHaveLength(1);
  expect(adminKeys()).toEqual([]);

  window.history.replaceState(null, '', '/admin');
  reloadPage();
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
  await expectToastAndClose(page.user, { title: '認証エラー', text: '認証が必要です。ログインしてください。' });
});
