import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { mailBehind } from '../support/mail-links.ts';
import { SELLER } from '../support/seller.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The contact page and the legal pages. The seller comes from the settings. */
export const helpPageJourneys = (shop: ShopAndBrowser): void => {
  test('when the seller is configured, then the back office shows no warning, and the legal notice and the contact page show it (customer 2.49)', async () => {
    const { page, context, inspect, wrong } = await shop.open('desk');
    await enterBackOffice({ stack: shop.stack(), page });
    const responsePromise = page.waitForResponse('**/api/shop');
    await page.goto('/admin');
    expect(await (await responsePromise).json()).toMatchObject({ isExample: false, seller: { name: SELLER.SELLER_NAME } });
    await page.getByRole('table', { name: '大会の一覧' }).waitFor();
    expect(await page.getByText('販売者の情報が設定されていません').count()).toBe(0);

    await page.goto('/legal-notice');
    for (const value of Object.values(SELLER)) await page.getByRole('definition').filter({ hasText: value }).waitFor();
    expect(await page.getByText('登録番号').count()).toBe(0);
    await inspect('legal-notice');

    await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click();
    await heading(page, 'お問い合わせ').waitFor();
    await page.getByRole('definition').filter({ hasText: SELLER.SELLER_NAME }).waitFor();
    expect(await mailBehind(page.getByRole('link', { name: 'メールで問い合わせる' }))).toMatchObject({
      to: SELLER.SELLER_EMAIL,
      subject: '【StageReel】お問い合わせ',
    });
    await inspect('contact');
    expect(wrong()).toEqual([]);
    await context.close();
  });

  test('when the last entry of a table of contents is followed by keyboard, then its section is scrolled into view and has the focus', async () => {
    const { page, context, inspect, wrong } = await shop.open();
    await page.goto('/terms');
    await heading(page, '利用規約').waitFor();
    await inspect('document-terms');
    const last = page.getByRole('heading', { level: 2 }).last();
    await tabTo(page, page.getByRole('navigation', { name: '目次' }).getByRole('link').last());
    await page.keyboard.press('Enter');
    await page.waitForFunction((text) => document.activeElement?.textContent === text, await last.textContent());
    expect(await last.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight)).toBe(true);
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
