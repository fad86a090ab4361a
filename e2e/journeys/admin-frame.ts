import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { newMember, signIn } from '../support/accounts.ts';
import { leaveMarker } from '../support/admin.ts';
import { SIZES } from '../support/browser.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { addContestButton, addContestDialog, type ContestDesk } from '../support/contest-desk.ts';

const TABS = [
  ['大会管理', 'contests'],
  ['動画注文一覧', 'orders'],
  ['売上統計', 'sales'],
  ['ユーザー管理', 'users'],
] as const;
const TOOLS = [
  ['button', 'セキュリティ監視', '/admin/security'],
  ['link', '二段階認証の設定', '/admin/two-factor-setup'],
  ['link', 'トップページに戻る', '/'],
] as const;
/** Access to the back office, and its dashboard. */
export const officeFrameJourneys = (shop: ShopAndBrowser, desk: ContestDesk): void => {
  describe('access to the back office', () => {
    test('when nobody is signed in, then each page redirects to the sign-in page, which shows the reason', async () => {
      const { page, context, wrong } = await shop.open('desk');
      for (const path of ['/admin', '/dashboard', '/admin/contest/nothing', '/contest-edit/nothing']) {
        await page.goto(path);
        await page.waitForURL('**/admin-login');
        await page.locator('form').getByText('認証が必要です。ログインしてください。').waitFor();
      }
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a customer forges the admin marker, then the server rejects every request, and nothing is stored', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await signIn(page, await newMember(shop.stack(), 'curious@example.jp'));
      await page.goto('/admin');
      await page.waitForURL('**/admin-login');
      await leaveMarker(page, 'curious@example.jp');
      await page.goto('/admin');
      await addContestButton(page).click();
      await page.getByLabel('大会名').fill('お客様の大会');
      await page.getByRole('button', { name: '追加する' }).click();
      await addContestDialog(page).getByText(`大会の追加に失敗しました: ${errorCatalogue.Forbidden.message}`).waitFor();
      await page.goto('/admin?tab=users');
      await page.getByRole('alert').getByText(errorCatalogue.Forbidden.message).waitFor();
      expect(await (await desk.elsewhere()).call({ path: '/api/contests' })).toEqual([]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the dashboard', () => {
    test('when an admin opens each tab and each tool, then the URL names the tab, and each button leads to its page', async () => {
      const { email } = shop.stack().info.admin;
      const { page, context, inspect, wrong } = await desk.open('/dashboard', { size: 'phone', hasOwnSession: true });
      for (const [name, key] of TABS) {
        await page.getByRole('tab', { name }).click();
        await page.waitForURL(`**/dashboard?tab=${key}`);
        await page.getByRole('tabpanel', { name }).getByRole('heading', { level: 2 }).first().waitFor();
      }
      await page.goBack();
      await page.getByRole('tab', { name: '売上統計', selected: true }).waitFor();
      await page.goto('/admin?tab=unknown');
      await page.getByRole('tab', { name: '大会管理', selected: true }).waitFor();
      await page.getByText('大会データがありません').waitFor();
      await inspect('dashboard');

      await page.setViewportSize(SIZES.desk);
      await page.getByRole('banner').getByText(email).waitFor();
      const tools = page.getByRole('navigation', { name: '管理ツール' });
      for (const [role, name, path] of TOOLS) {
        await tools.getByRole(role, { name }).click();
        await page.waitForURL(`**${path}`);
        await page.goBack();
        await tools.waitFor();
      }

      await page.getByRole('button', { name: 'ログアウト' }).click();
      await page.waitForURL('**/admin-login');
      expect(await page.evaluate(() => sessionStorage.getItem('admin_session'))).toBeNull();
      await page.goto('/admin');
      await page.waitForURL('**/admin-login');
      expect((await page.request.get('/api/users')).status()).toBe(401);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
