import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { securityDashboardAnswerSchema } from '@stagereel/contracts';
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
/** Where the passwords are guessed: an address that documents may use. */
const ATTACKER = '203.0.113.9';
const REFRESH_MS = 30_000;
const RISK_WORDS = { low: '低', medium: '中', high: '高' } as const;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const refreshButton = (page: Page) => page.getByRole('button', { name: '更新', exact: true });
const stat = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first();
const liftButton = (page: Page, address: string, act: 'ブロックを解除' | '信頼を解除') =>
  page.getByRole('button', { name: `${address} の${act}`, exact: true });
const confirmLift = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '解除する' });
const isAsked = (url: string): boolean => new URL(url).pathname === DASHBOARD;

/** Counts how often the figures are asked for, and how often that came to an end. */
const watchCalls = (page: Page) => {
  const calls = { asked: 0, ended: 0 };
  const note = (what: keyof typeof calls) => (request: Request) => {
    if (isAsked(request.url())) calls[what] += 1;
  };
  page.on('request', note('asked'));
  page.on('requestfinished', note('ended'));
  page.on('requestfailed', note('ended'));
  return calls;
};
type Calls = ReturnType<typeof watchCalls>;

/** Lets the pauses between the tries go by until the card stands there. No time goes by while an answer is on its way: it would be given up. */
const waitThroughRetries = (page: Page, { title, calls }: { title: string; calls: Calls }): Promise<boolean> =>
  until({
    what: `the error ${title}`,
    find: async () => {
      if ((await errorPanel(page, title).count()) > 0) return true;
      if (calls.ended === calls.asked) await page.clock.fastForward(1_000);
      return false;
    },
    everyMs: 10,
  });

/** Who tries to come in, and what stands in their way. */
export const adminSecurityJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  const ledger = openTextLedger('security');

  /** A password from the attacker's address. Answers the status. */
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
      // Four wrong passwords each for five accounts: what blocks an address for an hour.
      for (let tries = 0; tries < 4; tries += 1) {
        await Promise.all(Array.from({ length: 5 }, (_, account) => guess(`guessed-${account}@example.jp`)));
      }
      expect(await guess('guessed-0@example.jp')).toBe(429);
    }, 120_000);

    test.each(['phone', 'desk'] as const)(
      'when passwords were guessed, every tab tells its part of it, on a %s',
      async (size) => {
        const { page, context, inspect, wrong } = await office.open('/admin', { size });
        await page.getByRole('button', { name: 'セキュリティ監視' }).click();
        await page.waitForURL('**/admin/security');
        const { dashboard } = securityDashboardAnswerSchema.parse(await (await page.request.get(DASHBOARD)).json());
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
        const guards = page.getByRole('table', { name: 'セキュリティ機能の状態' }).locator('tbody tr');
        expect(await guards.locator('.status-badge').allTextContents()).toEqual(
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

    test('when a block or a trust is lifted by keyboard alone, a question comes first, and it is over at once', async () => {
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
      for (const act of [`IPアドレスのブロック解除 ${ATTACKER}`, `IPアドレスの信頼解除 ${address}`]) {
        await page.getByRole('article', { name: act }).waitFor();
      }
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it stays open, the figures are asked for every half minute, and at a press', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      const calls = watchCalls(page);
      await page.goto(SECURITY);
      await page.getByText('総合リスクレベル').waitFor();
      for (const times of [2, 3]) {
        const answered = page.waitForResponse((response) => isAsked(response.url()));
        await page.clock.fastForward(REFRESH_MS);
        await (await answered).finished();
        expect(calls.asked).toBe(times);
      }
      await refreshButton(page).click();
      await readToast(page, { title: '', text: '最新の情報に更新しました' });
      expect(calls.asked).toBe(4);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    describe('out of order', () => {
      afterAll(async () => shop.stack().service('identity').start(), 60_000);

      test('when the server fails, it is asked four times, then a card says with what, and another try loads the page', async () => {
        const { page, context, inspect, wrong } = await shop.open('desk');
        await page.clock.install();
        await enterBackOffice({ stack: shop.stack(), page });
        const calls = watchCalls(page);
        await shop.stack().service('identity').stop();
        await page.goto(SECURITY);
        await page.getByText('アクセス権限を確認しています...').waitFor();
        await waitThroughRetries(page, { title: 'サーバーエラー: 502', calls });
        expect(calls.asked).toBe(4);
        await ledger.see(page, 'サーバーエラー: {N}');
        await inspect('admin-security-failed');
        await shop.stack().service('identity').start();
        await retry(page, 'サーバーエラー: 502').click();
        await page.getByText('総合リスクレベル').waitFor();
        expect(wrong()).toEqual([]);
        await context.close();
      }, 120_000);
    });

    test('when an answer is no data, or the network is gone, the card says so', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      const calls = watchCalls(page);
      // A captive portal between the browser and the shop, which there is none to be had of: it answers all with a page of its own.
      await page.route(`**${DASHBOARD}`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Wi-Fi</h1>' }));
      await page.goto(SECURITY);
      await page.getByText('アクセス権限を確認しています...').waitFor();
      await waitThroughRetries(page, { title: 'JSONの形式エラー', calls });
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

    test('when the session has ended, it is asked once, says so and leads to the door', async () => {
      const { page, context, wrong } = await office.open(SECURITY, { hasOwnSession: true });
      await page.getByText('総合リスクレベル').waitFor();
      await page.request.post('/api/logout');
      const calls = watchCalls(page);
      await refreshButton(page).click();
      await ledger.see(page, '認証が必要です');
      await readToast(page, { title: '認証エラー', text: 'セッションの有効期限が切れました。再度ログインしてください。' });
      await page.waitForURL('**/admin-login');
      expect(calls.asked).toBe(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when all was tried, every text that the specification quotes of it was seen', () => {
      expect(ledger.unseen()).toEqual([]);
    });
  });
};
