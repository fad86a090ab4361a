import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';

/** What a visitor with an empty cache loads of `/`. The hero's video comes later and is not needed to see the page. */
const MAX_REQUESTS = 20;
const MAX_BYTES = 330_000;
const MAX_LAYOUT_SHIFT = 0.02;

const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called for a page without shifts.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

/** The first visit, with an empty cache: the prerendered page, its code and its pictures. */
export const firstLoadJourneys = (shop: ShopAndBrowser): void => {
  describe('the first load', () => {
    test('when a visitor opens the home page on a phone, then it is small, does not move, and hydrates without an error', async () => {
      const { page, context, wrong } = await shop.open();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const urls: string[] = [];
      let bytes = 0;
      session.on('Network.requestWillBeSent', ({ request }) => urls.push(request.url));
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.getByRole('link', { name: '注文を開始する' }).first().waitFor();
      expect(urls.filter((url) => /\.woff2?$/u.test(url))).toEqual([]);
      expect(urls.length).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
      expect(await layoutShiftOf(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when a visitor without JavaScript opens the home page, then its headings and links are there', async () => {
      const { page, context } = await shop.open();
      const html = await (await page.request.get('/')).text();
      expect(html).toContain('<h1');
      expect(html).toContain('動画を販売中の大会');
      await context.close();
    }, 120_000);

    test('when a visitor opens an order form in dark colours, then it is dark before its code runs and hydrates without an error', async () => {
      const { page, context, wrong } = await shop.open();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/');
      await page.getByRole('link', { name: '注文を開始する' }).first().click();
      await page.waitForURL('**/order-form/**');
      await page.route(/\/assets\/.+\.js$/u, (route) => route.abort());
      await page.reload({ waitUntil: 'domcontentloaded' });
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
      await page.getByRole('heading', { level: 1, name: '動画の注文' }).waitFor();
      await page.unroute(/\/assets\/.+\.js$/u);
      await page.reload();
      await page.getByRole('navigation', { name: '会員メニュー' }).waitFor({ state: 'attached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
