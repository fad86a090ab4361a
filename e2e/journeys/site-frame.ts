import { describe, expect, test } from '@jest/globals';
import { DEMO_CUSTOMER } from '@stagereel/seed';
import type { Page } from 'playwright-core';
import { memberButton, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'サイトメニュー' });
const inBanner = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** What is around every page: the header and its menus, the error screens. */
export const siteFrameJourneys = (shop: ShopAndBrowser): void => {
  describe('the header', () => {
    test('when a guest is on a phone, the menus open by touch, lead on, and close outside', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about');
      expect(await mainMenu(page).isVisible()).toBe(false);
      await menuButton(page).tap();
      await inspect('frame-menu-open');
      await page.getByRole('heading', { name: 'ご注文の流れ' }).tap();
      await mainMenu(page).waitFor({ state: 'hidden' });
      await menuButton(page).tap();
      await mainMenu(page).getByRole('link', { name: 'お問い合わせ' }).tap();
      await heading(page, 'お問い合わせ').waitFor();
      await mainMenu(page).waitFor({ state: 'hidden' });

      const guestButton = page.getByRole('button', { name: '会員メニュー' });
      await guestButton.tap();
      await page.getByRole('menuitem').first().waitFor();
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['会員登録', 'ログイン']);
      await inspect('frame-guest-menu-open');
      await page.getByRole('menuitem', { name: '会員登録' }).tap();
      await page.waitForURL('**/register');
      await guestButton.tap();
      await page.getByRole('menuitem', { name: 'ログイン' }).tap();
      await page.waitForURL('**/login');
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^StageReel/ })
        .tap();
      await heading(page, '動画を販売中の大会').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the menu is used by keyboard alone, Escape and leaving close it, and Enter leads on', async () => {
      const { page, context, wrong } = await shop.open();
      await page.goto('/terms');
      await heading(page, '利用規約').waitFor();
      await tabTo(page, menuButton(page));
      await page.keyboard.press('Enter');
      await tabTo(page, mainMenu(page).getByRole('link', { name: 'ご注文の照会' }));
      await page.keyboard.press('Escape');
      await mainMenu(page).waitFor({ state: 'hidden' });
      await waitForFocus(menuButton(page));

      await page.keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: '会員メニュー' }));
      await mainMenu(page).waitFor({ state: 'hidden' });
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await tabTo(page, mainMenu(page).getByRole('link', { name: 'ご注文の照会' }));
      await page.keyboard.press('Enter');
      await heading(page, 'ご注文の照会').waitFor();
      await waitForFocus(heading(page, 'ご注文の照会'));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a guest is at a desk, all links stand in a row', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await page.goto('/');
      await inBanner(page, '会員登録').waitFor();
      expect(await menuButton(page).isVisible()).toBe(false);
      const targets = { ご注文の照会: '/order-lookup', お問い合わせ: '/contact', 会員登録: '/register', ログイン: '/login' };
      for (const [name, path] of Object.entries(targets)) {
        await inBanner(page, name).click();
        await page.waitForURL(`**${path}`);
      }
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test.each(['phone', 'desk'] as const)(
      'when a member is on a %s, the menu names them, asks for their orders anew and logs out',
      async (size) => {
        const { page, context, inspect, wrong } = await shop.open(size);
        await signIn(page, DEMO_CUSTOMER);
        await page.goto('/');
        const button = memberButton(page, DEMO_CUSTOMER.email);
        const follow = async (name: string) => {
          await button.click();
          await page.getByRole('menuitem', { name }).click();
        };
        await button.click();
        await page.getByRole('menu').getByText(DEMO_CUSTOMER.email).waitFor();
        expect(await page.getByRole('menuitem').allTextContents()).toEqual(['アカウント', '購入履歴', 'ログアウト']);
        await inspect('frame-member-menu-open');
        await page.keyboard.press('Escape');
        await follow('購入履歴');
        await page.getByText('第12回 関東フィットネス選手権').first().waitFor();
        await follow('アカウント');
        await heading(page, 'アカウント').waitFor();
        const askedAnew = page.waitForResponse('**/api/user/orders');
        await follow('購入履歴');
        expect((await askedAnew).status()).toBe(200);

        await follow('ログアウト');
        await page.waitForURL((url) => url.pathname === '/');
        await page.getByText('ログアウトしました。').waitFor();
        await button.waitFor({ state: 'detached' });
        await page.goto('/purchase-history');
        await page.getByRole('main').getByRole('link', { name: 'ログイン' }).waitFor();
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );
  });

  test.each(['phone', 'desk'] as const)(
    'when a path leads nowhere, a %s shows so within the shop, and the way home',
    async (size) => {
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto('/no/such/page');
      await heading(page, 'ページが見つかりません').waitFor();
      await inspect('not-found');
      await tabTo(page, page.getByRole('main').getByRole('link', { name: 'ホームに戻る' }));
      await page.keyboard.press('Enter');
      await heading(page, '動画を販売中の大会').waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    },
    120_000,
  );

  describe('a page that cannot be shown', () => {
    const TERMS_CODE = /\/assets\/terms-[\w-]+\.js$/u;
    const failed = (page: Page) => heading(page, 'エラーが発生しました');
    const retry = (page: Page) => page.getByRole('button', { name: '再試行' });
    const reload = (page: Page) => page.getByRole('button', { name: 'ページを再読み込み' });
    const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
    /** The console keeps what went wrong for whoever looks for the cause. */
    const isToBeTold = (problem: string): boolean => /^console: (route failed|React Router caught|TypeError)/u.test(problem);

    test('when its code stays away, it is loaded anew once, then an error screen offers both ways on', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about');
      let asked = 0;
      await page.route(TERMS_CODE, (route) => {
        asked += 1;
        return route.abort();
      });
      await footerLink(page, '利用規約').click();
      await failed(page).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.waitForFunction(() => document.title === 'エラーが発生しました｜StageReel');
      await inspect('error-screen');
      const before = asked;
      await retry(page).click();
      await failed(page).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      expect(asked).toBeGreaterThan(before);

      await page.unroute(TERMS_CODE);
      await tabTo(page, reload(page));
      await page.keyboard.press('Enter');
      await heading(page, '利用規約').waitFor();
      expect(wrong().filter((problem) => !isToBeTold(problem))).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the network is gone, the error screen stays within the shop, and trying again shows the page once it is back', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/about');
      await context.setOffline(true);
      await footerLink(page, 'プライバシーポリシー').click();
      await failed(page).waitFor();
      expect(await footerLink(page, 'お問い合わせ').isVisible()).toBe(true);
      await inspect('error-screen');
      await context.setOffline(false);
      await retry(page).click();
      await heading(page, 'プライバシーポリシー').waitFor();
      expect(wrong().filter((problem) => !isToBeTold(problem))).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it cannot be drawn from an answer, trying again asks for another', async () => {
      const { page, context, wrong } = await shop.open();
      // No service of the shop answers out of its contract; a release that does must not leave a blank page.
      await page.route('**/api/shop', (route) => route.fulfill({ json: {} }));
      await page.goto('/legal-notice');
      await failed(page).waitFor();
      await page.unroute('**/api/shop');
      await retry(page).click();
      await heading(page, '特定商取引法に基づく表記').waitFor();
      await page.getByText('運営責任者').waitFor();
      expect(wrong().filter((problem) => !isToBeTold(problem))).toEqual([]);
      await context.close();
    }, 120_000);

    test('when nothing but the toasts is missing, every page works', async () => {
      const { page, context, wrong } = await shop.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/toasts-'));
      await page.route(/\/assets\/toasts-[\w-]+\.(js|css)$/u, (route) => route.abort());
      await page.goto('/contact');
      await refused;
      await page.getByRole('button', { name: 'サポートのメールアドレスをコピー' }).click();
      await page.getByRole('main').getByText('コピーしました').waitFor();
      await page.getByRole('link', { name: 'メールで問い合わせる' }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
