import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatDate, formatYen, japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, CONTEST, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { saveBy } from '../support/files.ts';
import { tabTo, waitForFocus } from '../support/keyboard.ts';
import { redateOrder } from '../support/order-book.ts';

const SALES = '/admin?tab=sales';
const CONTEST_WITHOUT_SALES = '売上のない大会';
const NO_SALES = 'この条件の売上はありません';
const LOAD_ERROR = '売上を読み込めませんでした';
/** The first day of the month that lies `count` months before the current one in Japan. */
const monthsAgo = (count: number): string => {
  const [year = 0, month = 0] = japaneseDay(new Date()).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10);
};
const startOf = (day: string): Date => new Date(`${day}T00:00:00+09:00`);
const justBefore = (time: Date): Date => new Date(time.getTime() - 1);

/** The first day of a month in which no other test sells anything, and of the month after it. */
const FIRST_DAY = monthsAgo(7);
const NEXT_MONTH = monthsAgo(6);
const LAST_DAY = japaneseDay(justBefore(startOf(NEXT_MONTH)));
const BOUNDS = `from=${FIRST_DAY}&to=${LAST_DAY}`;
/** The first and last milliseconds of that month, the ones just outside it, and now. */
const MOMENTS = {
  before: justBefore(startOf(FIRST_DAY)),
  first: startOf(FIRST_DAY),
  last: justBefore(startOf(NEXT_MONTH)),
  after: startOf(NEXT_MONTH),
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

/** The sales figures, which the server counts by days in Japan. */
export const adminSalesJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe('the sales figures', () => {
    /** Yen. */
    let price: number;
    let refunded: number;

    beforeAll(async () => {
      await (await office.elsewhere()).createContest({ name: CONTEST_WITHOUT_SALES });
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
      'when a date range is chosen, then it includes both days in Japanese time, and refunds are shown separately, on a %s',
      async (size) => {
        const { page, context, inspect, wrong } = await office.open('/admin', { size });
        await page.getByRole('tab', { name: '売上統計' }).click();
        await page.getByRole('heading', { name: '売上集計' }).waitFor();
        await page.getByText('合計金額（税込）').waitFor();
        expect(await contest(page).inputValue()).toBe('');
        await from(page).fill(FIRST_DAY);
        await to(page).fill(LAST_DAY);
        await filterButton(page).click();
        await page.waitForURL((url) => url.searchParams.get('from') === FIRST_DAY && url.searchParams.get('to') === LAST_DAY);
        await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
        await figure(page, '返金額', formatYen(refunded)).waitFor();
        await figure(page, '差引金額', formatYen(2 * price - refunded)).waitFor();
        await figure(page, '注文', '2件').waitFor();
        await figure(page, '動画', '2本').waitFor();
        await page.getByRole('img', { name: '日別の売上と返金のグラフ' }).waitFor();
        const days = await rowsOf(page, '日ごとの内訳');
        expect(days.map((row) => row.split('\t')[0])).toEqual([formatDate(startOf(LAST_DAY)), formatDate(startOf(FIRST_DAY))]);
        expect(days[0]).toContain(formatYen(refunded));
        expect(await rowsOf(page, '大会ごとの内訳')).toEqual([expect.stringContaining(CONTEST)]);
        await inspect('admin-sales');
        await page.reload();
        await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
        expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual([FIRST_DAY, LAST_DAY]);
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );

    test('when only one date or a contest is chosen, then the figures match it; when the end precedes the start, then the range is rejected', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SALES}&to=${LAST_DAY}`);
      await figure(page, '合計金額（税込）', formatYen(3 * price)).waitFor();
      await to(page).fill('');
      await from(page).fill(NEXT_MONTH);
      await filterButton(page).click();
      await page.waitForURL((url) => url.searchParams.get('to') === null);
      await table(page, '日ごとの内訳')
        .getByText(formatDate(startOf(NEXT_MONTH)))
        .waitFor();
      // For a range of this length, the chart shows months.
      await page.getByRole('img', { name: '月別の売上と返金のグラフ' }).waitFor();

      await to(page).fill(FIRST_DAY);
      await filterButton(page).click();
      await page.getByText('終了日には、開始日以降の日付を入力してください。').waitFor();
      await waitForFocus(to(page));
      await inspect('admin-sales-days-wrong');
      await page.getByRole('button', { name: '条件を解除' }).click();
      await page.waitForURL((url) => url.searchParams.get('from') === null);
      expect([await from(page).inputValue(), await to(page).inputValue()]).toEqual(['', '']);

      await contest(page).selectOption(CONTEST_WITHOUT_SALES);
      await filterButton(page).click();
      await page.getByText(NO_SALES).waitFor();
      await figure(page, '合計金額（税込）', formatYen(0)).waitFor();
      await inspect('admin-sales-none');
      await contest(page).selectOption(CONTEST);
      await filterButton(page).click();
      await page.getByText(NO_SALES).waitFor({ state: 'detached' });
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);

    test('when only the keyboard is used, then one key press selects the current month or the last one', async () => {
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

    test('when the figures are exported, then the file has a row for each day and contest; when loading fails, then an error is shown', async () => {
      const { page, context, inspect, wrong } = await office.open(`${SALES}&${BOUNDS}`);
      await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
      const { name, hasBom, lines } = await saveBy(page.getByRole('button', { name: 'CSVで書き出す' }));
      expect([name, hasBom]).toEqual([expect.stringMatching(/^売上集計.*\.csv$/), true]);
      expect(lines).toEqual([
        '売上日,大会名,動画数,売上（税込・円）,返金額（円）,差引（円）',
        `${FIRST_DAY},${CONTEST},1,${price},0,${price}`,
        `${LAST_DAY},${CONTEST},1,${price},${refunded},${price - refunded}`,
      ]);
      await context.setOffline(true);
      await filterButton(page).click();
      await page.getByText(LOAD_ERROR).waitFor();
      await inspect('admin-sales-unloaded');
      await context.setOffline(false);
      await retry(page, LOAD_ERROR).click();
      await figure(page, '合計金額（税込）', formatYen(2 * price)).waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
