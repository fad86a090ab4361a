import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { securityDashboardResponseSchema } from '@stagereel/contracts';
import type { Page, Request } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import { untilAudited } from '../support/audit.ts';
import { type BackOffice, errorPanel, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { readToast } from '../support/contest-desk.ts';
import { tabTo } from '../support/keyboard.ts';
import { until } from '../support/poll.ts';
import { openTextLedger } from '../support/text-ledger.ts';

const SECURITY = '/admin/security';
const DASHBOARD = '/api/admin/security-dashboard';
/** The address that guesses passwords, from a range reserved for documentation (RFC 5737). */
const ATTACKER = '203.0.113.9';
const REFRESH_MS = 30_000;
const RISK_WORDS = { low: '低', medium: '中', high: '高' } as const;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const refreshButton = (page: Page) => page.getByRole('button', { name: '更新', exact: true });
const stat = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first();
const liftButton = (page: Page, address: string, action: 'ブロックを解除' | '信頼を解除') =>
  page.getByRole('button', { name: `${address} の${action}`, exact: true });
const confirmLift = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '解除する' });
const isDashboardRequest = (url: string): boolean => new URL(url).pathname === DASHBOARD;

/** Counts the requests for the figures: how many started, and how many ended. */
const watchCalls = (page: Page) => {
  const calls = { started: 0, ended: 0 };
  const count = (event: keyof typeof calls) => (request: Request) => {
    if (isDashboardRequest(request.url())) calls[event] += 1;
  };
  page.on('request', count('started'));
  page.on('requestfinished', count('ended'));
  page.on('requestfailed', count('ended'));
  return calls;
};
type Calls = ReturnType<typeof watchCalls>;

/** Advances the clock through the delays between retries, until the error is shown. Not during a request, because it would time out. */
const waitForErrorAfterRetries = (page: Page, { title, calls }: { title: string; calls: Calls }): Promise<boolean> =>
  until({
    what: `the error ${title}`,
    find: async () => {
      if ((await errorPanel(page, title).count()) > 0) return true;
      if (calls.ended === calls.started) await page.clock.fastForward(1_000);
      return false;
    },
    everyMs: 10,
  });

/** The security page: failed sign-ins, blocked addresses and protection features. */
export const adminSecurityJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const ledger = openTextLedger('security');

  /** Sends a wrong password from the attacker's address. Returns the HTTP status. */
  const guess = async (email: string): Promise<number> => {
    const { status } = await fetch(new URL('/api/login', shop.stack().info.gateway), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ATTACKER },
      body: JSON.stringify({ email, password: 'not the password' }),
    });
    return status;
  };

  describe('the security page', () => {
    beforeAll(async () => {
      // Four wrong passwords for each of five accounts block an address for one hour.
      for (let tries = 0; tries < 4; tries += 1) {
        await Promise.all(Array.from({ length: 5 }, (_, account) => guess(`guessed-${account}@example.jp`)));
      }
      expect(await guess('guessed-0@example.jp')).toBe(429);
    }, 120_000);

    test.each(['phone', 'desk'] as const)(
      'when passwords were guessed, then each tab shows its figures, on a %s',
      async (size) => {
        const { page, context, inspect, wrong } = await office.open('/admin', { size });
        await page.getByRole('button', { name: 'セキュリティ監視' }).click();
        await page.waitForURL('**/admin/security');
        const { dashboard } = securityDashboardResponseSchema.parse(await (await page.request.get(DASHBOARD)).json());
        const { riskAssessment, loginSecurity, userAccounts, systemHealth } = dashboard;
        await page.getByText('総合リスクレベル').waitFor();
        const tone = { low: 'positive', medium: 'waiting', high: 'negative' }[riskAssessment.overallRiskLevel];
        const badge = page
          .locator(`.status-badge[data-tone="${tone}"]`)
          .getByText(RISK_WORDS[riskAssessment.overallRiskLevel], { exact: true });
        await badge.waitFor();
        expect(riskAssessment.overallRiskLevel).not.toBe('low');
        const texts = [...riskAssessment.riskFactors, ...riskAssessment.recommendations];
        expect(texts).toEqual(expect.arrayContaining(['短い時間に複数のアカウントへのログインに失敗した接続元があります。']));
        for (const text of texts) await page.getByText(text, { exact: true }).waitFor();
        await page.getByText(/^最終更新：/).waitFor();
        await inspect('admin-security-overview');

        await openTab(page, 'ログイン');
        await page.waitForURL('**tab=logins');
        expect(await stat(page, 'ログイン試行').textContent()).toBe(`${loginSecurity.totalLoginAttempts}回`);
        await page.getByRole('img', { name: /^時間帯別のログイン試行の棒グラフ/ }).waitFor();
        await page.getByRole('table', { name: '不審なIPアドレス' }).getByText(ATTACKER).waitFor();
        await liftButton(page, ATTACKER, 'ブロックを解除').waitFor();
        await page.getByRole('table', { name: '最近のイベント' }).getByText('ブロック中の試行').first().waitFor();
        await inspect('admin-security-logins');

        await openTab(page, 'ユーザー');
        expect(await stat(page, '登録ユーザー数').textContent()).toBe(`${userAccounts.totalUsers}人`);
        expect(await stat(page, '新規登録').textContent()).toContain(`${userAccounts.newRegistrations}人`);
        await page.getByRole('link', { name: 'ユーザー管理を開く' }).waitFor();
        await inspect('admin-security-users');

        await openTab(page, 'システム');
        const featureRows = page.getByRole('table', { name: 'セキュリティ機能の状態' }).locator('tbody tr');
        expect(await featureRows.locator('.status-badge').allTextContents()).toEqual(
          [
            systemHealth.fraudDetectionActive,
            systemHealth.rateLimitingActive,
            systemHealth.twoFactorActive,
            systemHealth.ipRestrictionActive,
            systemHealth.accountLockoutActive,
          ].map((isActive) => (isActive ? '有効' : '無効')),
        );
        await inspect('admin-security-system');
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );

    test('when a blocked or trusted address is removed by keyboard only, then a confirmation is required, and the change applies at once', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SECURITY}?tab=logins`);
      const block = liftButton(page, ATTACKER, 'ブロックを解除');
      await block.waitFor();
      await context.setOffline(true);
      await block.click();
      await confirmLift(page).click();
      await page.getByText(`ブロックの解除に失敗しました（${ATTACKER}）：インターネットに接続されていません。`).waitFor();
      await readToast(page, { title: 'ブロックの解除に失敗しました', text: 'インターネットに接続されていません。' });
      await context.setOffline(false);
      await tabTo(page, block);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'ブロックを解除しますか？' }).getByText(ATTACKER).waitFor();
      await inspect('admin-security-question');
      await tabTo(page, confirmLift(page));
      await page.keyboard.press('Enter');
      await page.getByText('ブロックを解除しました').waitFor();
      await page.getByText('ブロック中のIPアドレスはありません。').waitFor();
      expect(await guess('guessed-again@example.jp')).toBe(401);

      const trust = page.getByRole('button', { name: / の信頼を解除$/ }).first();
      const [address = ''] = String(await trust.getAttribute('aria-label')).split(' ');
      await tabTo(page, trust);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: '信頼を解除しますか？' }).waitFor();
      await tabTo(page, confirmLift(page));
      await page.keyboard.press('Enter');
      await page.getByText('信頼を解除しました').waitFor();
      await liftButton(page, address, '信頼を解除').waitFor({ state: 'detached' });
      const admin = await office.elsewhere();
      for (const q of [ATTACKER, address]) await untilAudited(admin, { q });
      await openTab(page, '監査ログ');
      for (const action of [`IPアドレスのブロック解除 ${ATTACKER}`, `IPアドレスの信頼解除 ${address}`]) {
        await page.getByRole('article', { name: action }).waitFor();
      }
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the page stays open, then the figures are loaded every 30 seconds, and when the button is pressed', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      const calls = watchCalls(page);
      await page.goto(SECURITY);
      await page.getByText('総合リスクレベル').waitFor();
      for (const times of [2, 3]) {
        const nextResponse = page.waitForResponse((response) => isDashboardRequest(response.url()));
        await page.clock.fastForward(REFRESH_MS);
        await (await nextResponse).finished();
        expect(calls.started).toBe(times);
      }
      await refreshButton(page).click();
      await readToast(page, { title: '', text: '最新の情報に更新しました' });
      expect(calls.started).toBe(4);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    describe('an unavailable identity service', () => {
      afterAll(async () => shop.stack().service('identity').start(), 60_000);

      test('when the server fails, then four requests are sent, the error shows the status, and a retry loads the page', async () => {
        const { page, context, inspect, wrong } = await shop.open('desk');
        await page.clock.install();
        await enterBackOffice({ stack: shop.stack(), page });
        const calls = watchCalls(page);
        await shop.stack().service('identity').stop();
        await page.goto(SECURITY);
        await page.getByText('アクセス権限を確認しています...').waitFor();
        await waitForErrorAfterRetries(page, { title: 'サーバーエラー: 502', calls });
        expect(calls.started).toBe(4);
        await ledger.see(page, 'サーバーエラー: {N}');
        await inspect('admin-security-failed');
        await shop.stack().service('identity').start();
        await retry(page, 'サーバーエラー: 502').click();
        await page.getByText('総合リスクレベル').waitFor();
        expect(wrong()).toEqual([]);
        await context.close();
      }, 120_000);
    });

    test('when a response is not JSON or the network is unavailable, then an error is shown', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      const calls = watchCalls(page);
      // Simulates a captive portal, which responds to every request with its own page.
      await page.route(`**${DASHBOARD}`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }));
      await page.goto(SECURITY);
      await page.getByText('アクセス権限を確認しています...').waitFor();
      await waitForErrorAfterRetries(page, { title: 'JSONの形式エラー', calls });
      await inspect('admin-security-unreadable');
      await page.unroute(`**${DASHBOARD}`);
      await page.goto('/admin');
      await page.getByRole('table', { name: '大会の一覧' }).waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: 'セキュリティ監視' }).click();
      const tools = page.getByRole('navigation', { name: '管理ツール' });
      await tools.getByText('セキュリティダッシュボードへのアクセスで問題が発生しました。').waitFor();
      await readToast(page, { title: 'エラー', text: 'セキュリティダッシュボードへのアクセスで問題が発生しました。' });
      await inspect('admin-security-unreachable');
      await tools.getByRole('button', { name: '閉じる' }).click();
      await context.setOffline(false);
      await page.getByRole('button', { name: 'セキュリティ監視' }).click();
      await page.waitForURL('**/admin/security');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the session has ended, then one request is sent, a message is shown, and the page redirects to the sign-in page', async () => {
      const { page, context, wrong } = await office.open(SECURITY, { hasOwnSession: true });
      await page.getByText('総合リスクレベル').waitFor();
      await page.request.post('/api/logout');
      const calls = watchCalls(page);
      await refreshButton(page).click();
      await ledger.see(page, '認証が必要です');
      await readToast(page, { title: '認証エラー', text: 'セッションの有効期限が切れました。再度ログインしてください。' });
      await page.waitForURL('**/admin-login');
      expect(calls.started).toBe(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when all tests have run, then every security text of the specification was displayed', () => {
      expect(ledger.unseen()).toEqual([]);
    });
  });
};
