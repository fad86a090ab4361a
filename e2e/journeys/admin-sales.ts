import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatDate, formatYen, japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { type BackOffice, CONTEST } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { saveBy } from '../support/files.ts';
import { redateOrder } from '../support/order-book.ts';

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
/** The first and last milliseconds of that month. All other orders of the shop are outside it. */
const MOMENTS = { first: startOf(FIRST_DAY), last: justBefore(startOf(NEXT_MONTH)) };

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
    });

    test.each(['phone', 'desk'] as const)(
      'when a date range is chosen, then it includes both days in Japanese time, refunds are shown separately, and an export has a row for each day and contest, on a %s (admin 1.4, 2.50, 2.51, 2.52, 9.19)',
      async (size) => {
        const { page, context, inspect, wrong } = await office.open('/admin', { size });
        await page.getByRole('tab', { name: '売上統計' }).click();
        await page.getByRole('heading', { name: '売上統計' }).waitFor();
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

        const { name, hasBom, lines } = await saveBy(page.getByRole('button', { name: 'CSVで書き出す' }));
        expect([name, hasBom]).toEqual([expect.stringMatching(/^売上統計.*\.csv$/), true]);
        expect(lines).toEqual([
          '売上日,大会名,動画数,売上（税込・円）,返金額（円）,差引（円）',
          `${FIRST_DAY},${CONTEST},1,${price},0,${price}`,
          `${LAST_DAY},${CONTEST},1,${price},${refunded},${price - refunded}`,
        ]);
        expect(wrong()).toEqual([]);
        await context.close();
      },
      120_000,
    );
  });
};
