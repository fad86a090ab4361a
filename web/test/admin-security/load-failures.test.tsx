import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildSecurityDashboard } from '../../src/testing/build-security-dashboard.ts';
import { fakeTime, skipTimeUntil } from '../../src/testing/fake-time.ts';
import { goOffline } from '../../src/testing/go-offline.ts';
import { asAdmin, errorResponse, expectAccessible, json, networkFailure, openPage, type Responder } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import { EXPIRED, emailField, expectToastAndClose, OFFLINE } from '../admin-frame/office-screens.tsx';

const DASHBOARD = 'GET /api/admin/security-dashboard';
const CHECKING = 'アクセス権限を確認しています...';
const REFRESH_MS = 30_000;

const ledger = openTextLedger('security');

const figures: Responder = () => json({ dashboard: buildSecurityDashboard() });
const openSecurity = (respond: Responder) => openPage('/admin/security', { ...asAdmin(), [DASHBOARD]: respond });
type SecurityPage = ReturnType<typeof openSecurity>;

const loaded = () => screen.findByText('総合リスクレベル');
const errorTitled = (title: string) => screen.queryAllByRole('alert').find(({ textContent }) => textContent.includes(title));

/** Skips the pauses between the tries of a request, until the error is shown. */
const expectErrorAfterRetries = async (page: SecurityPage, { title, detail = '' }: { title: string; detail?: string }): Promise<void> => {
  expect(await screen.findByText(CHECKING)).toBeVisible();
  await skipTimeUntil(() => expect(errorTitled(title)?.textContent).toContain(detail));
  expect(page.requests(DASHBOARD)).toHaveLength(4);
};

test('when the server fails, then four requests are sent, the error shows the status, and a retry loads the page (admin 7.10, 8.38, 8.40, 9.6)', async () => {
  fakeTime();
  const page = openSecurity(() => errorResponse('BadGateway'));
  await expectErrorAfterRetries(page, { title: 'サーバーエラー: 502', detail: 'サービスに接続できませんでした。' });
  await ledger.see('サーバーエラー: {N}');
  await expectAccessible();
  page.respond(DASHBOARD, figures);
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  expect(await loaded()).toBeVisible();
  expect(errorTitled('サーバーエラー: 502')).toBeUndefined();
});

test('when a captive portal responds with its own page, then the error says that the response is not JSON (admin 8.39)', async () => {
  fakeTime();
  const page = openSecurity(() => new Response('<h1>Wi-Fi</h1>', { headers: { 'content-type': 'text/html' } }));
  await expectErrorAfterRetries(page, { title: 'サーバーの応答を解析できませんでした（JSONの形式エラー）' });
  await expectAccessible();
});

test('when the network is unavailable, then the error says so', async () => {
  fakeTime();
  goOffline();
  const page = openSecurity(networkFailure);
  await expectErrorAfterRetries(page, { title: 'セキュリティ情報を取得できませんでした', detail: OFFLINE });
});

test('when the page stays open, then the figures are loaded every 30 seconds, and when the button is pressed (admin 2.60, 4.27, 7.10, 9.6)', async () => {
  fakeTime();
  const page = openSecurity(figures);
  expect(await loaded()).toBeVisible();
  for (const times of [2, 3]) {
    jest.advanceTimersByTime(REFRESH_MS);
    await waitFor(() => expect(page.requests(DASHBOARD)).toHaveLength(times));
    await waitFor(() => expect(screen.getByRole('button', { name: '更新' })).toHaveAttribute('aria-busy', 'false'));
  }
  await page.user.click(screen.getByRole('button', { name: '更新' }));
  await expectToastAndClose(page.user, { text: '最新の情報に更新しました' });
  expect(page.requests(DASHBOARD)).toHaveLength(4);
});

test('when the session has ended, then one request is sent, the reason is shown, and the page leads to the sign-in page (admin 4.27, 7.10, 8.37)', async () => {
  const page = openSecurity(figures);
  expect(await loaded()).toBeVisible();
  page.respond(DASHBOARD, () => errorResponse('Unauthorized'));
  await page.user.click(screen.getByRole('button', { name: '更新' }));
  await ledger.see('認証が必要です');
  await expectToastAndClose(page.user, { title: '認証エラー', text: EXPIRED });
  expect(await emailField()).toBeVisible();
  expect(window.location.pathname).toBe('/admin-login');
  expect(page.requests(DASHBOARD)).toHaveLength(2);
});

test('when all tests have run, then every security text of the specification was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
