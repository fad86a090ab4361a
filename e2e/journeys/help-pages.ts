import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { mailBehind } from '../support/mail-links.ts';
import { SELLER } from '../support/seller.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Whom to ask, what the law wants read, and what the shop says of itself. The seller is that of the settings. */
export const helpPageJourneys = (shop: ShopAndBrowser): void => {
  describe('contact', () => {
    test('when it is opened, it says whom to ask, what to write and who answers, and leads back where one came from', async () => {
      const { page, context, inspect, wrong } = await shop.open();
      await page.goto('/about');
      await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click();
      await heading(page, 'お問い合わせ').waitFor();
      await page.getByRole('definition').filter({ hasText: SELLER.SELLER_NAME }).waitFor();
      expect(await mailBehind(page.getByRole('link', { name: 'メールで問い合わせる' }))).toMatchObject({
        to: SELLER.SELLER_EMAIL,
        subject: '【StageReel】お問い合わせ',
      });
      const asked = ['お名前またはニックネーム', /^ご注文の内容.*ゼッケン番号$/, 'お問い合わせの内容', /^サービス名/];
      for (const text of asked) await page.getByRole('listitem').filter({ hasText: text }).waitFor();
      await page.getByText(/迷惑メールフォルダをご確認ください。/).waitFor();
      await inspect('contact');
      await page.getByRole('button', { name: '戻る' }).click();
      await page.waitForURL('**/about');

      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when it is the first page of a visit, its back button leads home, by keyboard alone', async () => {
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

    test('when who sells cannot be asked, the page says so, keeps the rest and tries again', async () => {
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

  describe('what the law and the shop want read', () => {
    const documents = [
      ['/terms', '利用規約', 7, /東京地方裁判所/],
      ['/privacy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
      ['/privacy-policy', 'プライバシーポリシー', 8, /Cookie（ブラウザに保存される小さなデータ）/],
    ] as const;
    test.each(documents)(
      'when %s is opened, %s has its %i sections, and the table of contents leads to each',
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
      'when the legal notice is opened on a %s, it names the seller of the settings and the terms of sale',
      async (size) => {
        const { page, context, inspect, wrong } = await shop.open(size);
        await page.goto('/legal-notice');
        for (const fact of Object.values(SELLER)) await page.getByRole('definition').filter({ hasText: fact }).waitFor();
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

    test('when the shop describes itself, it says what is sold and how an order goes, and leads on', async () => {
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

    test('when the seller is set, the back office warns of nothing', async () => {
      const { page, context, wrong } = await shop.open('desk');
      await enterBackOffice({ stack: shop.stack(), page });
      const answered = page.waitForResponse('**/api/shop');
      await page.goto('/admin');
      expect(await (await answered).json()).toMatchObject({ isExample: false, seller: { name: SELLER.SELLER_NAME } });
      await page.getByRole('table', { name: '大会の一覧' }).waitFor();
      expect(await page.getByText('販売者の情報が設定されていません').count()).toBe(0);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
