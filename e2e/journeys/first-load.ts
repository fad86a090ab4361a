import { describe, expect, test } from '@jest/globals';
import { contestListSchema } from '@stagereel/contracts';
import type { Locator, Page } from 'playwright-core';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { SMALL_CONTEST_SLUG } from '../support/checkout.ts';
import { until } from '../support/poll.ts';

/** What a visitor with an empty cache loads. Windows of these journeys ask for reduced motion, so the video in the hero of `/` is not part of it. */
const LIMITS = { home: { requests: 20, bytes: 330_000 }, orderForm: { requests: 26, bytes: 350_000 } } as const;
const MAX_LAYOUT_SHIFT = 0.02;

type Shifts = { layoutShift: number };

/** Runs in the page before its own code. */
const sumShifts = (): void => {
  const seen: Shifts = { layoutShift: 0 };
  Object.assign(window, seen);
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) (window as unknown as Shifts).layoutShift += value;
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Opens the address and counts until the network is quiet and `shown` is on the page. */
const loadFirst = async ({ page, path, shown }: { page: Page; path: string; shown: Locator }) => {
  const session = await page.context().newCDPSession(page);
  // Ends what an earlier page still loads, which would count.
  await page.goto('about:blank');
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const urls: string[] = [];
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ request }) => urls.push(request.url));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // As text, because the compiled function uses a helper that the page does not have.
  await page.addInitScript(`globalThis.__name = (value) => value; (${sumShifts})()`);
  await page.goto(path, { waitUntil: 'networkidle' });
  // On a busy machine, the network is quiet while the code starts.
  await shown.waitFor();
  await page.evaluate(() => Promise.all([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode())));
  const layoutShift = await page.evaluate(() => (window as unknown as Shifts).layoutShift);
  return { urls, bytes, layoutShift };
};

/** Until a cover is processed, the shop shows the uploaded picture, which is larger. */
export const processedCovers = (page: Page): Promise<unknown> =>
  until({
    what: 'the processed covers',
    find: async () => {
      const contests = contestListSchema.parse(await (await page.request.get('/api/contests')).json());
      return contests.every(({ coverImage }) => coverImage === null || coverImage.endsWith('.webp'));
    },
  });

/** The first visit, with an empty cache: the prerendered page, its code and its pictures. */
export const firstLoadJourneys = (shop: ShopAndBrowser): void => {
  describe('the first load', () => {
    test('when a visitor opens the home page on a phone, then it is small, does not move, and hydrates without an error', async () => {
      const { page, context, wrong } = await shop.open();
      await processedCovers(page);
      const { urls, bytes, layoutShift } = await loadFirst({
        page,
        path: '/',
        shown: page.getByRole('link', { name: '注文を開始する' }).first(),
      });
      expect(urls.filter((url) => /\.woff2?$/u.test(url))).toEqual([]);
      expect(urls.length).toBeLessThanOrEqual(LIMITS.home.requests);
      expect(bytes).toBeLessThanOrEqual(LIMITS.home.bytes);
      expect(layoutShift).toBeLessThan(MAX_LAYOUT_SHIFT);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when a visitor opens an order form on a phone, then it is small, does not move, and hydrates without an error', async () => {
      const { page, context, wrong } = await shop.open();
      await page.goto('/');
      const link = page.getByRole('link', { name: '注文を開始する' }).first();
      const path = (await link.getAttribute('href')) ?? '';
      const { urls, bytes, layoutShift } = await loadFirst({ page, path, shown: page.getByRole('button', { name: '動画を追加' }) });
      expect(urls.filter((url) => /\.woff2?$/u.test(url))).toEqual([]);
      expect(urls.length).toBeLessThanOrEqual(LIMITS.orderForm.requests);
      expect(bytes).toBeLessThanOrEqual(LIMITS.orderForm.bytes);
      expect(layoutShift).toBeLessThan(MAX_LAYOUT_SHIFT);
      expect(wrong()).toEqual([]);
      await context.close();
    });

    test('when a program reads the HTML of the home page, then its headings are there', async () => {
      const { page, context } = await shop.open();
      const html = await (await page.request.get('/')).text();
      expect(html).toContain('<h1');
      expect(html).toContain('動画を販売中の大会');
      await context.close();
    });

    test('when a visitor opens an order form in dark colours, then it is dark before its code runs and hydrates without an error', async () => {
      const { page, context, wrong } = await shop.open();
      await page.emulateMedia({ colorScheme: 'dark' });
      // In an empty cache: a script that is cached would run.
      await page.route(/\/assets\/.+\.js$/u, (route) => route.abort());
      await page.goto(`/order-form/${SMALL_CONTEST_SLUG}`, { waitUntil: 'domcontentloaded' });
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
      await page.getByRole('heading', { level: 1, name: '動画の注文' }).waitFor();
      await page.unroute(/\/assets\/.+\.js$/u);
      await page.reload();
      await page.getByRole('button', { name: '会員メニュー' }).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
