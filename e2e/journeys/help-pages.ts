import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { mailBehind } from '../support/mail-links.ts';
import { SELLER } from '../support/seller.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The contact page, the legal pages and the about page. The seller comes from the settings. */
export const helpPageJourneys = (shop: ShopAndBrowser): void => {
  describe('the contact page', () => {
    test('when it is opened from another page, then it shows the seller, the address and what to write, and its back button returns to that page', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about');
      await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click();
      await heading(page, 'お問い合わせ').waitFor();
      await page.getByRole('definition').filter({ hasText: SELLER.SELLER_NAME }).waitFor();
      expect(await mailBehind(page.getByRole('link', { name: 'メールで問い合わせる' }))).toMatchObject({
        to: SELLER.SELLER_EMAIL,
        subject: '【StageReel】お問い合わせ',
      });
      const expectedItems = ['お名前またはニックネーム', /^ご注文の内容.*ゼッケン番号$/, 'お問い合わせの内容', /^サービス名/];
      for (const text of expectedItems) await page.getByRole('listitem').filter({ hasText: text }).waitFor();
      await page.getByText(/迷惑メールフォルダをご確認ください。/).waitFor();
      await inspect('contact');
      await page.getByRole('button', { name: '戻る' }).click();
      await page.waitForURL('**/about');

      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it is the first page of a visit, then its back button opens the home page, also by keyboard', async () => {
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.goto('/contact');
      await page.getByRole('definition').filter({ hasText: SELLER.SELLER_NAME }).waitFor();
      await inspect('contact');
      await tabTo(page, page.getByRole('button', { name: '戻る' }));
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the seller cannot be loaded, then the legal notice shows the error and its other content, and retry loads the seller', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      const orders = shop.stack().service('orders');
      await orders.stop();
      await page.goto('/legal-notice');
      await page.getByText('販売者の情報を読み込めませんでした').waitFor();
      await page.getByText('商品代金以外の必要料金').waitFor();
      await inspect('legal-notice-failed');
      await orders.start();
      await page.getByRole('button', { name: '再試行' }).click();
      await page.getByRole('definition').filter({ hasText: SELLER.SELLER_NAME }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });

  describe('the legal pages and the about page', () => {
    const documents = [
      ['/terms', '利用規約', 7, /東京地方裁判所/],
      ['/privacy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
      ['/privacy-policy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
    ] as const;
    test.each(documents)(
      'when %s is opened, then %s has %i sections, and the table of contents links to each',
      async (...row) => {
        const [path, title, count, text] = row;
        const { page, context, inspect, wrong } = await shop.open(path === '/privacy' ? 'desk' : 'phone');
        await page.goto(path);
        await heading(page, title).waitFor();
        const sections = page.getByRole('heading', { level: 2 });
        expect(await sections.count()).toBe(count);
        await page.getByText(text).first().waitFor();
        await inspect(`document${path.replace('/', '-')}`);

        const entries = page.getByRole('navigation', { name: '目次' }).getByRole('link');
        expect(await entries.allTextContents()).toEqual(await sections.allTextContents());
        await tabTo(page, entries.nth(count - 1));
        await page.keyboard.press('Enter');
        await page.waitForFunction((last) => document.activeElement?.textContent === last, await sections.nth(count - 1).textContent());
        expect(await sections.nth(count - 1).evaluate((element) => element.getBoundingClientRect().top < window.innerHeight)).toBe(true);
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );

    test.each(['phone', 'desk'] as const)(
      'when the legal notice is opened with the %s screen size, then it shows the configured seller and the terms of sale',
      async (size) => {
        const { page, context, inspect, wrong } = await shop.open(size);
        await page.goto('/legal-notice');
        for (const value of Object.values(SELLER)) await page.getByRole('definition').filter({ hasText: value }).waitFor();
        expect(await page.getByText('登録番号').count()).toBe(0);
        const terms = [
          /すべて税込み/,
          /必要な料金はありません/,
          /クレジットカード.*Stripe/s,
          /ただちにカードへ請求/,
          /2〜3営業日以内/,
          /キャンセル・返品・返金はお受けできません/,
        ];
        for (const text of terms) await page.getByRole('definition').filter({ hasText: text }).waitFor();
        await inspect('legal-notice');
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );

    test('when the about page is opened, then it explains the videos and the order steps, and links to the related pages', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about');
      for (const title of ['お届けする動画', 'ご注文の流れ', '会員登録について', 'ご不明な点があるとき'])
        await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await inspect('about');
      const links = page.getByRole('main').getByRole('link');
      expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))).toEqual([
        '/register',
        '/contact',
        '/legal-notice',
      ]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the seller is configured, then the back office shows no warning about it', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await enterBackOffice({ stack: shop.stack(), page });
      const responsePromise = page.waitForResponse('**/api/shop');
      await page.goto('/admin');
      expect(await (await responsePromise).json()).toMatchObject({ isExample: false, seller: { name: SELLER.SELLER_NAME } });
      await page.getByRole('table', { name: '大会の一覧' }).waitFor();
      expect(await page.getByText('販売者の情報が設定されていません').count()).toBe(0);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
