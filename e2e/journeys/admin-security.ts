import { beforeAll, describe, expect, test } from '@jest/globals';
import { securityDashboardResponseSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { untilAudited } from '../support/audit.ts';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';

const SECURITY = '/admin/security';
const DASHBOARD = '/api/admin/security-dashboard';
/** The address that guesses passwords, from a range reserved for documentation (RFC 5737). */
const ATTACKER = '203.0.113.9';
const RISK_WORDS = { low: '低', medium: '中', high: '高' } as const;

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const stat = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').first();
const liftButton = (page: Page, address: string, action: 'ブロックを解除' | '信頼を解除') =>
  page.getByRole('button', { name: `${address} の${action}`, exact: true });
const confirmLift = (page: Page) => page.getByRole('dialog').getByRole('button', { name: '解除する' });

/** The security page: failed sign-ins, blocked addresses and protection features. */
export const adminSecurityJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
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
    });

    test('when passwords were guessed, then each tab shows its figures (admin 1.4, 2.12, 2.59)', async () => {
      const { page, context, inspect, wrong } = await office.open('/admin', { size: 'phone' });
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
      await featureRows.first().waitFor();
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
    });

    test('when a blocked or trusted address is removed by keyboard only, then a confirmation is required, and the change applies at once', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SECURITY}?tab=logins`);
      const block = liftButton(page, ATTACKER, 'ブロックを解除');
      await block.waitFor();
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
      await inspect('admin-audit');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
