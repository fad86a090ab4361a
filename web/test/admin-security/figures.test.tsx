import { expect, test } from '@jest/globals';
import type { SecurityDashboard } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminMarker } from '../../src/lib/admin-marker.ts';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { asAdmin, expectAccessible, json, openPage } from '../../src/testing/open-page.tsx';

const PATH = '/admin/security';
const RISK_FACTOR = '短い時間に複数のアカウントへのログインに失敗した接続元があります。';
const ADVICE = '不審なIPアドレスを確認してください。';

/** A day on which passwords were guessed. */
const BUSY_DAY = {
  riskAssessment: { overallRiskLevel: 'high', riskFactors: [RISK_FACTOR], recommendations: [ADVICE] },
  loginSecurity: {
    totalLoginAttempts: 24,
    successfulLogins: 3,
    failedLogins: 21,
    successRate: 12.5,
    highRiskAttempts: 5,
    blockedAttempts: 1,
    byHour: [
      { hour: '2026-11-20T07:00:00.000Z', successful: 3, failed: 0 },
      { hour: '2026-11-20T08:00:00.000Z', successful: 0, failed: 21 },
    ],
  },
  ipSecurity: {
    uniqueIPs: 2,
    suspiciousIPs: [{ address: '203.0.113.9', failedAccounts: 5, failures: 20 }],
    trustedIPs: [{ address: '198.51.100.7', until: '2026-12-20T09:00:00.000Z', email: 'admin@example.jp' }],
    blockedIPs: [{ address: '203.0.113.9', until: '2026-11-20T10:00:00.000Z' }],
  },
  userAccounts: { totalUsers: 31, activeUsers: 4, lockedAccounts: 5, newRegistrations: 2 },
  recentEvents: [
    {
      type: 'address_blocked',
      email: 'guessed@example.jp',
      ip: '203.0.113.9',
      timestamp: '2026-11-20T08:31:00.000Z',
      count: 500,
      riskScore: 80,
    },
    {
      type: 'wrong_password',
      email: 'guessed@example.jp',
      ip: '203.0.113.9',
      timestamp: '2026-11-20T08:30:00.000Z',
      count: 1,
      riskScore: 45,
    },
  ],
  systemHealth: {
    fraudDetectionActive: true,
    rateLimitingActive: false,
    twoFactorActive: true,
    ipRestrictionActive: true,
    accountLockoutActive: false,
  },
} as const satisfies Partial<SecurityDashboard>;

const openSecurity = (tab: string, changes: Parameters<typeof buildSecurityDashboard>[0] = BUSY_DAY) =>
  openPage(`${PATH}?tab=${tab}`, {
    ...asAdmin(),
    'GET /api/admin/security-dashboard': () => json({ dashboard: buildSecurityDashboard(changes) }),
    'GET /api/admin/dead-letters': () => json({ letters: [], total: 0 }),
  });

/** Every figure as `name figure`, with its note if it has one. */
const figures = async (): Promise<string[]> => {
  const [first] = await screen.findAllByRole('term');
  const terms = first?.closest('dl')?.querySelectorAll('dt') ?? [];
  return [...terms].map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
};
/** The cells of each row of a table, without its header. */
const rowsOf = async (name: string): Promise<string[][]> => {
  const [, ...rows] = within(await screen.findByRole('table', { name })).getAllByRole('row');
  return rows.map((row) =>
    [...within(row).queryAllByRole('rowheader'), ...within(row).getAllByRole('cell')].map(({ textContent }) => textContent),
  );
};

test.each([
  ['low', '低', 'positive'],
  ['medium', '中', 'waiting'],
  ['high', '高', 'negative'],
] as const)('when the risk is %s, then the overview says %s in its colour (admin 2.61)', async (overallRiskLevel, word, tone) => {
  openSecurity('overview', { riskAssessment: { overallRiskLevel, riskFactors: [], recommendations: [] } });
  expect(await screen.findByText('総合リスクレベル')).toBeVisible();
  expect(screen.getByText(word).closest('[data-tone]')).toHaveAttribute('data-tone', tone);
});

test('when passwords were guessed, then the overview shows the risk, its reasons, the advice and the figures (admin 2.59)', async () => {
  openSecurity('overview');
  expect(await screen.findByText(RISK_FACTOR)).toBeVisible();
  expect(screen.getByText(ADVICE)).toBeVisible();
  expect(screen.getByText('対象期間：2026年11月19日(木) 18:00〜2026年11月20日(金) 18:00')).toBeVisible();
  expect(screen.getByText('最終更新：2026年11月20日(金) 18:00（30秒ごとに自動で更新されます）')).toBeVisible();
  expect(await figures()).toEqual([
    'ログイン試行 24回',
    'ログイン成功率 12.5%',
    'ログイン失敗 21回',
    '高リスクの試行 5回',
    'ブロックした試行 1回',
    'ブロック中の接続元 1件',
    'ロック中のアカウント 5件',
    '新規登録 2人',
  ]);
  await expectAccessible();
});

test('when passwords were guessed, then the sign-ins are shown by hour, by event and by address', async () => {
  openSecurity('logins');
  expect(await figures()).toEqual([
    'ログイン試行 24回',
    '成功 3回',
    '失敗 21回',
    '成功率 12.5%',
    '高リスクの試行 5回',
    'ブロックした試行 1回',
    '接続元IPアドレス 2件',
  ]);
  expect(screen.getByRole('img', { name: /^時間帯別のログイン試行の棒グラフ/ })).toBeVisible();
  const hours = within(screen.getByRole('region', { name: '時間帯別のログイン試行の表' })).getAllByRole('row');
  expect(hours.map(({ textContent }) => textContent)).toEqual(['時間帯成功失敗', '11月20日 16時3回0回', '11月20日 17時0回21回']);
  expect(await rowsOf('最近のイベント')).toEqual([
    ['2026年11月20日(金) 17:31', 'ブロック中の試行（500回）', 'guessed@example.jp', '203.0.113.9', '高（80）'],
    ['2026年11月20日(金) 17:30', 'パスワードの誤り', 'guessed@example.jp', '203.0.113.9', '中（45）'],
  ]);
  expect(await rowsOf('不審なIPアドレス')).toEqual([['203.0.113.9', '5件', '20回']]);
  expect(screen.getByRole('button', { name: '203.0.113.9 のブロックを解除' })).toBeEnabled();
  expect(screen.getByRole('button', { name: '198.51.100.7 の信頼を解除' })).toBeEnabled();
  await expectAccessible();
});

test('when there were no sign-ins, then each list says so', async () => {
  const { user } = openSecurity('logins', {});
  for (const text of [
    'この期間にログインの試行はありません。',
    'この期間のイベントはありません。',
    '不審なIPアドレスはありません。',
    'ブロック中のIPアドレスはありません。',
    '信頼済みのIPアドレスはありません。',
  ]) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(await figures()).toContain('成功率 －');
  await user.click(screen.getByRole('tab', { name: '概要' }));
  expect(await screen.findByText('リスク要因は検出されていません。')).toBeVisible();
  expect(screen.getByText('いま必要な対応はありません。')).toBeVisible();
});

test('when the tab of the users is open, then it counts the accounts and leads to their list (admin 2.59)', async () => {
  const page = openSecurity('users');
  expect(await figures()).toEqual([
    '登録ユーザー数 31人',
    'アクティブユーザー数 4人この期間にログインした人数',
    'ロック中のアカウント 5件',
    '新規登録 2人直近24時間',
  ]);
  await expectAccessible();
  page.respond('GET /api/users', () => json([]));
  await page.user.click(screen.getByRole('link', { name: 'ユーザー管理を開く' }));
  expect(await screen.findByRole('tab', { name: 'ユーザー管理', selected: true })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/admin?tab=users');
});

test('when the tab of the system is open, then it shows for each protection whether it is active (admin 2.59)', async () => {
  openSecurity('system');
  const rows = await rowsOf('セキュリティ機能の状態');
  expect(rows.map(([name, state]) => [name, state])).toEqual([
    ['不正ログインの検知', '有効'],
    ['アクセス頻度の制限', '無効'],
    ['二段階認証', '有効'],
    ['IPアドレスのブロック', '有効'],
    ['アカウントロック', '無効'],
  ]);
  await expectAccessible();
});

test('when a tab is opened, then the address names it', async () => {
  const { user } = openSecurity('overview');
  await user.click(await screen.findByRole('tab', { name: 'ログイン' }));
  expect(await screen.findByRole('table', { name: '最近のイベント' })).toBeVisible();
  expect(window.location.search).toBe('?tab=logins');
});

test('when an admin logs out on all devices, then nothing of the admin stays in the browser, and the sign-in opens', async () => {
  const page = openSecurity('logins');
  page.respond('POST /api/logout/all', () => new Response(null, { status: 204 }));
  await page.user.click(await screen.findByRole('button', { name: 'すべての端末からログアウト' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'すべての端末からログアウトしますか？' }));
  await page.user.click(dialog.getByRole('button', { name: 'すべての端末からログアウト' }));
  expect(await screen.findByText('すべての端末からログアウトしました。')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/admin-login'));
  expect(adminMarker.read()).toBeNull();
});
