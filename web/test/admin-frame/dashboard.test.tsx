import { afterEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { adminMarker } from '../../src/lib/admin-marker.ts';
import { announceSessionExpiry } from '../../src/lib/session-expiry.ts';
import { buildAdminLine, buildOrderChanges } from '../../src/testing/build-admin-line.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { buildToday } from '../../src/testing/build-today.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { reloadPage } from '../../src/testing/reload-page.tsx';
import { tabTo } from '../../src/testing/tab-to.ts';
import { adminKeys, emailField, expectToastAndClose } from './office-screens.tsx';

const ADMIN = 'admin@example.jp';
const TODAY = 'GET /api/admin/today';
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

test('when an admin opens each tab, then the address names it, and going back opens the one before (admin 2.2, 2.11)', async () => {
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

const strip = () => within(screen.getByRole('region', { name: '今日の状況' }));
/** The label and the figure of each entry. */
const figures = () =>
  strip()
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('when orders are late and mails failed, then the strip above the tabs says so, and each entry opens the list with its orders (admin 2.11)', async () => {
  const late = buildAdminLine({ orderNumber: '10000000-01', orderDate: '2020-01-10T09:00:00.000Z' });
  const failed = buildAdminLine({
    orderNumber: '20000000-01',
    orderDate: new Date().toISOString(),
    status: '納品済み',
    mails: [{ template: 'order-delivery', state: 'failed', at: '2026-11-20T09:00:00.000Z' }],
  });
  const today = buildToday({ open: 1, late: 1, failedMails: { pending: 0, handled: 1 } });
  const page = openDashboard('/dashboard', {
    'GET /api/orders': () => json(buildOrderChanges([late, failed])),
    'GET /api/contests': () =>
      json([buildContest({ athleteCount: 3, hasSamples: true }), buildContest({ id: 'c2', name: '準備中の大会' })]),
    [TODAY]: () => json(today),
  });
  await waitFor(() =>
    expect(figures()).toEqual([
      '納期超過1件',
      '本日が納期0件',
      '未対応1件',
      'メール送信失敗1件',
      '要対応0件',
      '受け取り待ち0件',
      'サンプルなし大会1件',
      '販売選手なし大会1件',
      '今月の売上¥0',
    ]),
  );
  await expectAccessible();

  await page.user.click(strip().getByRole('link', { name: /^サンプルなし大会/ }));
  expect(await screen.findByText('サンプルのない大会を表示しています（1件）')).toBeVisible();
  expect(screen.getByRole('switch', { name: '準備中の大会の動画を公開' })).toBeVisible();
  expect(screen.getAllByRole('switch')).toHaveLength(2);

  await page.user.click(strip().getByRole('link', { name: /^納期超過/ }));
  expect(await screen.findByRole('heading', { name: '注文番号 10000000' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/dashboard?tab=orders&show=late');
  expect(screen.getByRole('combobox', { name: '状態' })).toHaveDisplayValue('納期超過');
  expect(screen.getByRole('tab', { name: '対応済み' })).toHaveTextContent('対応済み0');

  await page.user.type(screen.getByRole('textbox', { name: '注文を検索' }), '10000000');
  await waitFor(() => expect(window.location.search).toContain('q=10000000'));
  await page.user.click(strip().getByRole('link', { name: /^メール送信失敗/ }));
  expect(await screen.findByRole('heading', { name: '注文番号 20000000' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: '注文を検索' })).toHaveValue('');
  expect(screen.queryByRole('heading', { name: '注文番号 10000000' })).toBeNull();
});

test('when the figures of the day cannot be loaded, then the strip says so and tries again, and the tabs work', async () => {
  const page = openDashboard('/admin', { [TODAY]: () => errorResponse('ServiceUnavailable') });
  await dashboardHeading();
  expect(await strip().findByText(/^今日の状況を読み込めませんでした。/)).toBeVisible();
  expect(figures()[0]).toBe('納期超過—');
  expect(await screen.findByText('大会データがありません')).toBeVisible();
  await expectAccessible();
  page.respond(TODAY, () => json(buildToday({ late: 2 })));
  await page.user.click(strip().getByRole('button', { name: '再読み込み' }));
  await waitFor(() => expect(figures()[0]).toBe('納期超過2件'));
  expect(strip().queryByText(/^今日の状況を読み込めませんでした。/)).toBeNull();
});

test('when an admin uses the tools, then each opens its page (admin 2.12)', async () => {
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

test('when the access to the security page is checked, then the button is busy, and the page opens with the checked data (admin 2.12)', async () => {
  const held = holdBack(() => json({ dashboard: buildSecurityDashboard() }));
  const page = openDashboard('/admin', { [SECURITY]: held.responder });
  await dashboardHeading();
  await page.user.click(securityButton());
  await waitFor(() => expect(securityButton()).toHaveAttribute('data-loading'));
  expect(window.location.pathname).toBe('/admin');
  held.release();
  expect(await screen.findByText('総合リスクレベル')).toBeVisible();
});

test('when the server forbids the security page, then the tools say that access is denied (admin 8.41)', async () => {
  const page = openDashboard('/admin', { [SECURITY]: () => errorResponse('Forbidden') });
  await dashboardHeading();
  await page.user.click(securityButton());
  await expectToastAndClose(page.user, { title: 'アクセスが拒否されました', text: '管理者としてログインしてください。' });
  expect(tools().getByText('アクセスが拒否されました')).toBeVisible();
  await expectAccessible();
  expect(window.location.pathname).toBe('/admin');
});

test('when the security page cannot be reached, then the tools show the problem until it is closed (admin 8.41)', async () => {
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
])(
  'when an admin signs out by keyboard and the request %s, then nothing of the admin stays in the browser (admin 2.13, 2.14, 7.4)',
  async (_outcome, respond) => {
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
  },
);

test('when a request is refused while an admin signs out, then the page reports no expired session', async () => {
  const { responder, release } = holdBack(() => json({ message: 'ログアウトしました' }));
  const page = openDashboard('/admin', { 'POST /api/logout': responder });
  await dashboardHeading();
  await page.user.click(screen.getByRole('button', { name: 'ログアウト' }));
  act(announceSessionExpiry);
  release();
  expect(await emailField()).toBeVisible();
  expect(screen.queryByText('認証エラー')).not.toBeInTheDocument();
});
