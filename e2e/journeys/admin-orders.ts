import { describe, expect, test } from '@jest/globals';
import { formatPrice, japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { enterBackOffice } from '../support/admin.ts';
import { type BackOffice, CONTEST, orderCard, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { saveBy } from '../support/files.ts';
import { tabTo } from '../support/keyboard.ts';
import { redateOrder } from '../support/order-book.ts';

const DAY_MS = 24 * 60 * 60_000;
const ORDERS = '/admin?tab=orders';
const LOAD_ERROR = '注文の一覧を読み込めませんでした';

const search = (page: Page) => page.getByRole('textbox', { name: '注文を検索' });
const view = (page: Page, name: '未対応' | '対応済み') => page.getByRole('tablist', { name: '表示する注文' }).getByRole('tab', { name });
const cards = (page: Page) => page.getByRole('article', { name: /^注文番号 \d{8}$/ });
const orderCount = (page: Page, count: number) => page.getByRole('status').getByText(`${count}件の注文`, { exact: true });
const numbersOn = async (page: Page): Promise<string[]> =>
  (await cards(page).getByRole('heading', { level: 3 }).allTextContents()).map((text) => text.replace('注文番号 ', ''));

/** The list of orders: content, search, sorting, automatic updates and export. */
export const adminOrderJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test('when there are no orders, then the list of orders shows an empty message', async () => {
    const { page, context, inspect, wrong } = await office.open('/admin');
    await page.getByRole('tab', { name: '動画注文一覧' }).click();
    await page.getByText('注文はありません', { exact: true }).waitFor();
    await orderCount(page, 0).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=orders');
    await inspect('admin-orders-empty');
    await view(page, '対応済み').click();
    await page.getByText('注文はありません', { exact: true }).waitFor();
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);

  test.each(['phone', 'desk'] as const)(
    'when some orders are handled and others are not, then each view shows its own orders as cards, on a %s',
    async (size) => {
      const admin = await office.elsewhere();
      const [waiting, completed, delivered] = await Promise.all([
        office.buy({ email: `waits-on-${size}@example.jp`, name: '待機 花子' }),
        office.buy({ email: `completed-on-${size}@example.jp`, count: 1 }),
        office.buyDelivered({ email: `delivered-on-${size}@example.jp`, count: 1 }),
      ]);
      await admin.complete(completed.orderNumber);
      const [line, declined] = waiting.lines;
      await office.decline({ orderNumber: waiting.orderNumber, lineId: declined?.id ?? '' });

      const { page, context, inspect, wrong } = await office.open(ORDERS, { size });
      const card = orderCard(page, waiting.orderNumber);
      await card.waitFor();
      expect(await view(page, '未対応').getAttribute('aria-selected')).toBe('true');
      expect(await orderCard(page, completed.orderNumber).count()).toBe(0);
      const table = card.getByRole('table', { name: `注文番号 ${waiting.orderNumber} の明細` });
      if (size === 'desk') {
        expect(await table.getByRole('columnheader').allTextContents()).toEqual([
          '大会名',
          'カテゴリ',
          '番号',
          'スタイル',
          '制作不可',
          '価格',
          '動画ダウンロードURL',
        ]);
      }
      const cells = table.locator('tbody tr').first().locator('td');
      expect((await cells.allTextContents()).slice(0, 6)).toEqual([
        CONTEST,
        line?.category,
        expect.stringContaining(String(line?.athleteNumber)),
        line?.style,
        '-',
        formatPrice(line?.price ?? 0),
      ]);
      await table.locator('tbody tr').nth(1).getByText('辞退', { exact: true }).waitFor();
      const field = card.getByLabel(`${line?.orderNumber} の動画ダウンロードURL`);
      expect(await field.getAttribute('type')).toBe('url');
      expect(await card.getByRole('textbox').count()).toBe(1);
      for (const text of [`waits-on-${size}@example.jp`, '待機 花子', '一部返金済み'])
        await card.getByText(text, { exact: true }).waitFor();
      await card.getByText(/^\d{4}年\d{1,2}月\d{1,2}日\(.\) \d{1,2}:\d{2}$/).waitFor();
      for (const name of ['完了', '納品']) await card.getByRole('button', { name, exact: true }).waitFor();
      await inspect('admin-orders');

      await view(page, '対応済み').click();
      await page.waitForURL('**view=handled');
      await orderCard(page, completed.orderNumber).getByText('未設定', { exact: true }).waitFor();
      await orderCard(page, completed.orderNumber).getByText('納品完了', { exact: true }).waitFor();
      const link = orderCard(page, delivered.orderNumber).getByRole('link', { name: 'ダウンロードリンク' });
      expect(await link.getAttribute('href')).toBe(`https://videos.example.com/${delivered.lines[0]?.id}`);
      expect(
        await orderCard(page, delivered.orderNumber)
          .getByRole('button', { name: /^(完了|納品)$/ })
          .count(),
      ).toBe(0);
      await inspect('admin-orders-handled');
      expect(wrong()).toEqual([]);
      await context.close();
    },
    120_000,
  );

  describe('the list of orders', () => {
    test('when the list is searched, then number, mail address, bib and name match in full or half width, and the URL keeps the filters', async () => {
      // Midnight may pass during the test, so the order date is this day or the next.
      const today = japaneseDay(new Date());
      const yesterday = japaneseDay(new Date(Date.parse(today) - DAY_MS));
      const { orderNumber } = await office.buy({ email: 'kensaku-1@example.jp', name: '検索 花子', count: 2 });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      await orderCard(page, orderNumber).waitFor();
      const fullWidth = [...orderNumber].map((digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)).join('');
      for (const text of [fullWidth, 'ＫＥＮＳＡＫＵ－１＠', '検索　花子', '１２ａ kensaku-1']) {
        await search(page).fill(text);
        await orderCount(page, 1).waitFor();
        expect(await numbersOn(page)).toEqual([orderNumber]);
      }
      await search(page).fill('検索 花子 999Z');
      await page.getByText('条件に合う注文はありません').waitFor();
      await inspect('admin-orders-nothing-found');
      await search(page).fill('検索 花子');
      await page.waitForURL((url) => url.searchParams.get('q') === '検索 花子');
      await page.getByLabel('大会', { exact: true }).selectOption(CONTEST);
      await page.getByLabel('注文日（から）').fill(today);
      await page.waitForURL((url) => url.searchParams.get('from') === today);
      await page.reload();
      await orderCount(page, 1).waitFor();
      expect([await search(page).inputValue(), await page.getByLabel('注文日（から）').inputValue()]).toEqual(['検索 花子', today]);
      await page.getByLabel('注文日（から）').fill('');
      await page.getByLabel('注文日（まで）').fill(yesterday);
      await page.getByText('条件に合う注文はありません').waitFor();
      await page.getByRole('button', { name: '検索条件を消す' }).click();
      expect(await search(page).inputValue()).toBe('');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when orders are overdue, then each shows by how many days, and they can be sorted first', async () => {
      const [late, later, today] = await Promise.all([
        office.buy({ email: 'late-1@example.jp', name: '遅延 太郎', count: 1 }),
        office.buy({ email: 'late-2@example.jp', name: '遅延 太郎', count: 1 }),
        office.buy({ email: 'late-3@example.jp', name: '遅延 太郎', count: 1 }),
      ]);
      const stack = shop.stack();
      await redateOrder({ stack, orderNumber: late.orderNumber, orderedAt: new Date(Date.now() - 20 * DAY_MS) });
      await redateOrder({ stack, orderNumber: later.orderNumber, orderedAt: new Date(Date.now() - 40 * DAY_MS) });
      const { page, context, inspect, wrong } = await office.open(`${ORDERS}&q=${encodeURIComponent('遅延')}`);
      await orderCount(page, 3).waitFor();
      expect(await numbersOn(page)).toEqual([today.orderNumber, late.orderNumber, later.orderNumber]);
      await orderCard(page, late.orderNumber)
        .getByText(/^納期超過 1\d日$/)
        .waitFor();
      await orderCard(page, later.orderNumber)
        .getByText(/^納期超過 3\d日$/)
        .waitFor();
      await orderCard(page, today.orderNumber)
        .getByText(/^納期 \d{4}年/)
        .waitFor();
      await page.getByLabel('並び順').selectOption('納期の遅れ順');
      await page.waitForURL((url) => url.searchParams.get('sort') === 'late');
      await orderCard(page, later.orderNumber).and(page.getByRole('article').first()).waitFor();
      expect(await numbersOn(page)).toEqual([later.orderNumber, late.orderNumber, today.orderNumber]);
      await inspect('admin-orders-late');
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when an order arrives while an admin types, then it appears with a notice, and the typed text is kept', async () => {
      const first = await office.buy({ email: 'before-the-news@example.jp', count: 1 });
      const { page, context, inspect, wrong } = await shop.open('desk');
      await page.clock.install();
      await enterBackOffice({ stack: shop.stack(), page });
      await page.goto(ORDERS);
      const field = orderCard(page, first.orderNumber).getByRole('textbox');
      await field.fill('https://videos.example.com/typed');
      const newOrder = await office.buy({ email: 'the-news@example.jp', count: 1 });
      await page.clock.fastForward(15_000);
      await page.getByText('新しい注文が1件届きました').waitFor();
      await orderCard(page, newOrder.orderNumber).waitFor();
      expect(await field.inputValue()).toBe('https://videos.example.com/typed');
      await inspect('admin-orders-news');
      await page.getByRole('button', { name: '先頭を表示' }).click();
      await page.getByText('新しい注文が1件届きました').waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the list is exported, then the file has one row per order line and escapes formulas; when the export fails, then an error is shown', async () => {
      const { orderNumber, lines } = await office.buy({ email: 'export@example.jp', name: '=HYPERLINK("x")', count: 3 });
      const { page, context, inspect, wrong } = await office.open(ORDERS);
      const button = page.getByRole('button', { name: 'CSVで書き出す' });
      const { name, hasBom, lines: rows } = await saveBy(button);
      expect([name, hasBom]).toEqual([expect.stringMatching(/^注文一覧.*\.csv$/), true]);
      expect(rows[0]).toMatch(/^注文番号,注文日時,支払日時,対応状況,/);
      const own = rows.filter((row) => row.startsWith(orderNumber));
      expect(own.map((row) => row.split(',')[0])).toEqual(lines.map((line) => line.orderNumber));
      expect(own.every((row) => row.includes(`"'=HYPERLINK(""x"")"`))).toBe(true);
      expect(own.some((row) => row.includes(`"'=SUM(1,1)"`))).toBe(true);

      await page.getByLabel('注文日（まで）').fill('2020-01-01');
      await page.waitForURL('**to=2020-01-01');
      expect((await saveBy(button)).lines).toEqual([rows[0]]);
      await context.setOffline(true);
      await button.click();
      await page.getByRole('alert').getByText('インターネットに接続されていません。').waitFor();
      await inspect('admin-orders-export-failed');
      await context.setOffline(false);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the list cannot be loaded, then an error is shown with a retry button', async () => {
      const { page, context, inspect, wrong } = await office.open('/admin');
      // The code of the page must be loaded before the network is cut.
      await page.getByRole('tab', { name: '大会管理' }).waitFor();
      await context.setOffline(true);
      await tabTo(page, page.getByRole('tab', { name: '大会管理' }));
      await page.keyboard.press('ArrowRight');
      await page.getByText(LOAD_ERROR).waitFor();
      await inspect('admin-orders-unloaded');
      await context.setOffline(false);
      await retry(page, LOAD_ERROR).click();
      await cards(page).first().waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
