import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatDate, formatYen, japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, CONTEST, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { saveBy } from '../support/files.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { redateOrder } from '../support/order-book.ts';

const SALES = '/admin?tab=sales';
const UNSOLD = '売上のない大会';
const NOTHING = 'この条件の売上はありません';
const UNLOADED = '売上を読み込めませんでした';
/** The first day of a month so many before this one, in Japan. */
const monthsAgo = (count: number): string => {
  const [year = 0, month = 0] = japaneseDay(new Date()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10);
};
const startOf = (day: string): Date => new Date(`${day}T00:00:00+09:00`);
const justBefore = (time: Date): Date => new Date(time.getTime() - 1);

/** A month for sales that no other test adds to, and the one after. */
const FIRST = monthsAgo(7);
const NEXT = monthsAgo(6);
const LAST = japaneseDay(justBefore(startOf(NEXT)));
const BOUNDS = `from=${FIRST}&to=${LAST}`;
/** Its first and last moments, those around them, and now. */
const MOMENTS = {
  before: justBefore(startOf(FIRST)),
  first: startOf(FIRST),
  last: justBefore(startOf(NEXT)),
  after: startOf(NEXT),
  now: new Date(),
};

const contest = (page: Page) => page.getByLabel('大会', { exact: true });
const from = (page: Page) => page.getByLabel('開始日');
const to = (page: Page) => page.getByLabel('終了日');
const filterButton = (page: Page) => page.getByRole('button', { name: 'フィルター' });
const figure = (page: Page, name: string, value: string) =>
  page.locator('dl > div').filter({ hasText: name }).getByText(value, { exact: true });
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const rowsOf = (page: Page, name: string): Promise<string[]> => table(page, name).locator('tbody tr').allInnerTexts();

/** What was sold, counted by the server in days of Japan. */
export const adminSalesJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe('the sales', () => {
    /** Yen. */
    let price: number;
    let refunded: number;

    beforeAll(async () => {
      await (await office.elsewhere()).createContest({ name: UNSOLD });
      const orders = Object.fromEntries(
        await Promise.all(
          Object.entries(MOMENTS).map(async ([name, orderedAt], index) => {
            const order = await office.buy({ email: `sold-${index}@example.jp`, count: 1 });
            return [name, { order, orderedAt }] as const;
          }),
        ),
      );
      price = orders['first']?.order.amount ?? 0;
      refunded = 1_000;
      await orders['last']?.order.refund(refunded);
      for (const { order, orderedAt } of Object.values(orders)) {
        await redateOrder({ stack: shop.stack(), orderNumber: order.orderNumber, orderedAt });
      }
    }, 120_000);

    test.each(['phone', 'desk'] as const)(
      'when days are chosen, both count as they are in Japan, and what was given back stands apart, on a %s',
      async (size) => {
        const { page, context, inspect, wrong } = await office.open('/admin', { size });
        await page.getByRole('tab', { name: '売上統計' }).click();
        await page.getByRole('heading', { name: '売上集計' }).waitFor();
        await page.getByText('合計金額（税込）').waitFor();
        expect(await contest(page).inputValue()).toBe('');
        await from(page).fill(FIRST);
        await to(page).fill(LAST);
        await filterButton(page).click();
        await page.waitForURL((url) => url.searchParams.get('from') === FIRST && url.searchParams.get('to') === LAST);
        await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
        await figure(page, '返金額', formatYen(refunded)).waitFor();
        await figure(page, '差引金額', formatYen(2 * price - refunded)).waitFor();
        await figure(page, '注文', '2件').waitFor();
        await figure(page, '動画', '2本').waitFor();
        await page.getByRole('img', { name: '日別の売上と返金のグラフ' }).waitFor();
        const days = await rowsOf(page, '日ごとの内訳');
        expect(days.map((row) => row.split('\t')[0])).toEqual([formatDate(startOf(LAST)), formatDate(startOf(FIRST))]);
        expect(days[0]).toContain(formatYen(refunded));
        expect(await rowsOf(page, '大会ごとの内訳')).toEqual([expect.stringContaining(CONTEST)]);
        await inspect('admin-sales');
        await page.reload();
        await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
        expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual([FIRST, LAST]);
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );

    test('when one bound is missing, or a contest is chosen, the figures follow; days the wrong way round are refused', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SALES}&to=${LAST}`);
      await figure(page, '合計金額（税込）', formatYen(3 * price)).waitFor();
      await to(page).fill('');
      await from(page).fill(NEXT);
      await filterButton(page).click();
      await page.waitForURL((url) => url.searchParams.get('to') === null);
      await table(page, '日ごとの内訳')
        .getByText(formatDate(startOf(NEXT)))
        .waitFor();
      // So many days that the chart shows months.
      await page.getByRole('img', { name: '月別の売上と返金のグラフ' }).waitFor();

      await to(page).fill(FIRST);
      await filterButton(page).click();
      await page.getByText('終了日には、開始日以降の日付を入力してください。').waitFor();
      await waitForFocus(to(page));
      await inspect('admin-sales-days-wrong');
      await page.getByRole('button', { name: '条件を解除' }).click();
      await page.waitForURL((url) => url.searchParams.get('from') === null);
      expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(['', '']);

      await contest(page).selectOption(UNSOLD);
      await filterButton(page).click();
      await page.getByText(NOTHING).waitFor();
      await figure(page, '合計金額（税込）', formatYen(0)).waitFor();
      await inspect('admin-sales-none');
      await contest(page).selectOption(CONTEST);
      await filterButton(page).click();
      await page.getByText(NOTHING).waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the tab is used by keyboard alone, months are one press away', async () => {
      const { page, context, wrong } = await office.open(SALES);
      await page.getByText('合計金額（税込）').waitFor();
      const month = japaneseDay(new Date()).slice(0, 7);
      await tabTo(page, page.getByRole('button', { name: '今月' }));
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.searchParams.get('from') === `${month}-01`);
      expect((await to(page).inputValue()).slice(0, 7)).toBe(month);
      await tabTo(page, page.getByRole('button', { name: '先月' }));
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !String(url.searchParams.get('from')).startsWith(month));
      const last = new Date(`${month}-01T00:00:00Z`).getTime() - 1;
      expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual([
        `${new Date(last).toISOString().slice(0, 7)}-01`,
        new Date(last).toISOString().slice(0, 10),
      ]);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when the figures are wanted as a file, it holds a row for each day and contest; when none come, the page says so', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SALES}&${BOUNDS}`);
      await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
      const { name, hasBom, lines } = await saveBy(page.getByRole('button', { name: 'CSVで書き出す' }));
      expect([name, hasBom]).toEqual([expect.stringMatching(/^売上集計.*\.csv$/), true]);
      expect(lines).toEqual([
        '売上日,大会名,動画数,売上（税込・円）,返金額（円）,差引（円）',
        `${FIRST},${CONTEST},1,${price},0,${price}`,
        `${LAST},${CONTEST},1,${price},${refunded},${price - refunded}`,
      ]);
      await context.setOffline(true);
      await filterButton(page).click();
      await page.getByText(UNLOADED).waitFor();
      await inspect('admin-sales-unloaded');
      await context.setOffline(false);
      await retry(page, UNLOADED).click();
      await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
