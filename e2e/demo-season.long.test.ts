// Covers: tools/seed
import { describe, expect, test } from '@jest/globals';
import { adminLineListSchema, contestListSchema, japaneseDay, salesSummarySchema } from '@stagereel/contracts';
import { seedSeason } from '@stagereel/seed';
import { useShop } from './support/use-shop.ts';

const shop = useShop();
const SIZE = { orders: 24, customers: 6 };

const seedOnce = async (): Promise<string[]> => {
  const { gateway, mailbox, mongodb, namespace, admin } = shop().info;
  const lines: string[] = [];
  await seedSeason({ gateway, mailbox, mongodb, namespace, admin, ...SIZE, log: (line) => lines.push(line) });
  return lines;
};

describe('npm run demo', () => {
  test('when a season was added, then the back office has sales of many days, refunds, open and late orders, and a second run adds nothing', async () => {
    await seedOnce();
    const admin = await shop().signedInAdmin();
    const sales = await admin.call({ path: '/api/orders/sales', schema: salesSummarySchema });
    expect(sales.orders).toBeGreaterThanOrEqual(SIZE.orders);
    expect(sales.days.length).toBeGreaterThan(8);
    expect(sales.days[0]?.day.localeCompare(japaneseDay(new Date(Date.now() - 30 * 86_400_000)))).toBe(-1);
    expect(sales.refunded).toBeGreaterThan(0);

    const lines = await admin.call({ path: '/api/orders', schema: adminLineListSchema });
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['未対応', '納品済み', '対応済み']));
    expect(lines.filter(({ claimedAt }) => claimedAt !== null)).not.toEqual([]);
    expect(lines.filter(({ handledAt, orderDate }) => handledAt !== null && handledAt < orderDate)).toEqual([]);

    const contests = await admin.call({ path: '/api/contests', schema: contestListSchema });
    expect(contests).toHaveLength(8);
    expect(contests.filter(({ videoPublished }) => videoPublished)).toHaveLength(5);
    expect(contests.filter(({ sitePublicStatus }) => sitePublicStatus === '公開予約')).toHaveLength(1);

    expect(await seedOnce()).toEqual(['demo season: exists already']);
    expect((await admin.call({ path: '/api/orders/sales', schema: salesSummarySchema })).orders).toBe(sales.orders);
  }, 300_000);
});
