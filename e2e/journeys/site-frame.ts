import { describe, expect, test } from '@jest/globals';
import { DEMO_CUSTOMER } from '@stagereel/seed';
import type { Page } from 'playwright-core';
import { memberButton, signIn } from '../support/accounts.ts';
import type { ShopAndBrowser, Window } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'メインメニュー' });
const userMenu = (page: Page) => page.getByRole('navigation', { name: '会員メニュー' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'サイトメニュー' });
const inBanner = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** The frame of every page: the header with its menus, the home page's banner, and the error screen for code that cannot be loaded. */
export const siteFrameJourneys = (shop: ShopAndBrowser): void => {
  /** A member signs in, opens every entry of the menu, and logs out. */
  const walkMemberMenu = async ({ page, inspect }: Window): Promise<void> => {
    await signIn(page, DEMO_CUSTOMER);
    await page.goto('/');
    const button = memberButton(page, DEMO_CUSTOMER.email);
    const openFromMenu = async (name: string) => {
      await button.click();
      await userMenu(page).locator('a, button').filter({ hasText: name }).click();
    };
    await button.click();
    await userMenu(page).getByText(DEMO_CUSTOMER.email).waitFor();
    expect(await userMenu(page).locator('a, button').allTextContents()).toEqual(['アカウント', '購入履歴', 'ログアウト']);
    await inspect('frame-member-menu-open');
    await page.keyboard.press('Escape');
    await openFromMenu('購入履歴');
    await heading(page, '購入履歴').waitFor();
    await page.getByText('第12回 関東フィットネス選手権').first().waitFor();
    await openFromMenu('アカウント');
    await heading(page, 'アカウント').waitFor();
    const responsePromise = page.waitForResponse('**/api/user/orders');
    await openFromMenu('購入履歴');
    expect((await responsePromise).status()).toBe(200);

    await openFromMenu('ログアウト');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('ログアウトしました。').waitFor();
    await button.waitFor({ state: 'detached' });
    await page.goto('/purchase-history');
    await page.getByRole('main').getByRole('link', { name: 'ログイン' }).waitFor();
  };

  describe('the header', () => {
    test('when a guest and then a member use a phone, then the menus open by touch, their links work, and the member can log out (customer 2.10)', async () => {
      const window = await shop.open();
      const { page, context, inspect, wrong } = window;
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
      await userMenu(page).getByRole('link').first().waitFor();
      expect(await userMenu(page).getByRole('link').allTextContents()).toEqual(['会員登録', 'ログイン']);
      await inspect('frame-guest-menu-open');
      await userMenu(page).getByRole('link', { name: '会員登録' }).tap();
      await page.waitForURL('**/register');
      await userMenu(page).waitFor({ state: 'hidden' });
      await guestButton.tap();
      await userMenu(page).getByRole('link', { name: 'ログイン' }).tap();
      await page.waitForURL('**/login');
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^StageReel/ })
        .tap();
      await heading(page, '動画を販売中の大会').waitFor();
      await walkMemberMenu(window);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when a guest and then a member use a desktop screen, then all links are visible without a menu, and the member can log out (customer 2.10)', async () => {
      const window = await shop.open('desk');
      const { page, context, wrong } = window;
      await page.goto('/');
      await inBanner(page, '会員登録').waitFor();
      expect(await menuButton(page).isVisible()).toBe(false);
      const targets = { ご注文の照会: '/order-lookup', お問い合わせ: '/contact', 会員登録: '/register', ログイン: '/login' };
      for (const [name, path] of Object.entries(targets)) {
        await inBanner(page, name).click();
        await page.waitForURL(`**${path}`);
      }
      await walkMemberMenu(window);
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  describe('the banner of the home page', () => {
    test('when the visitor prefers reduced motion, then no video is requested, and else one plays after the page has loaded and can be paused (customer 2.6)', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const videos: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'media') videos.push(request.url());
      });
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByRole('article').first().waitFor();
      expect(videos).toEqual([]);

      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto('/');
      await page.getByRole('button', { name: '背景の動画を一時停止' }).tap();
      await page.getByRole('button', { name: '背景の動画を再生' }).waitFor();
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused && video.muted)).toBe(true);
      expect(videos).not.toEqual([]);
      await inspect('home-video-paused');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });

  describe('code that cannot be loaded', () => {
    const TERMS_CODE = /\/assets\/terms-[\w-]+\.js$/u;
    const errorHeading = (page: Page) => heading(page, 'エラーが発生しました');
    const retryButton = (page: Page) => page.getByRole('button', { name: '再試行' });
    const reloadButton = (page: Page) => page.getByRole('button', { name: 'ページを再読み込み' });
    const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name });
    /** The web app deliberately reports the cause of an error screen, as the browser does with uncaught errors. */
    const isReportedCause = (problem: string): boolean =>
      /^(console: (React Router caught|TypeError)|uncaught: (Unable to preload CSS|Failed to fetch dynamically imported module))/u.test(
        problem,
      );

    test('when it is the code of the toasts, then every page still works', async () => {
      const { page, context, wrong } = await shop.open();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/toasts-'));
      await page.route(/\/assets\/toasts-[\w-]+\.(js|css)$/u, (route) => route.abort());
      await page.goto('/contact');
      await page.getByRole('button', { name: 'サポートのメールアドレスをコピー' }).click();
      await refused;
      await page.getByRole('main').getByText('コピーしました').waitFor();
      await page.getByRole('link', { name: 'メールで問い合わせる' }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when it is the code of a page, then an error screen offers retry and reload, at once while the network is unavailable and else after one reload (customer 2.54; admin 2.62)', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about', { waitUntil: 'networkidle' });
      await context.setOffline(true);
      await footerLink(page, 'プライバシーポリシー').click();
      await errorHeading(page).waitFor();
      await footerLink(page, 'お問い合わせ').waitFor();
      await inspect('error-screen-off-line');
      await context.setOffline(false);
      await retryButton(page).click();
      await heading(page, 'プライバシーポリシー').waitFor();

      let requests = 0;
      await page.route(TERMS_CODE, (route) => {
        requests += 1;
        return route.abort();
      });
      await footerLink(page, '利用規約').click();
      await errorHeading(page).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await page.waitForFunction(() => document.title === 'エラーが発生しました｜StageReel');
      await inspect('error-screen');
      const before = requests;
      await retryButton(page).click();
      await errorHeading(page).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      expect(requests).toBeGreaterThan(before);

      await page.unroute(TERMS_CODE);
      await tabTo(page, reloadButton(page));
      await page.keyboard.press('Enter');
      await heading(page, '利用規約').waitFor();
      expect(wrong().filter((problem) => !isReportedCause(problem))).toEqual([]);
      await context.close();
    });
  });
};
