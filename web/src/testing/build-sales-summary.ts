import type { SalesSummary } from '@stagereel/contracts';

/** The sales of two days and one contest, ¥10,000 with a refund of ¥1,000, with the given changes. */
export const buildSalesSummary = (changes: Partial<SalesSummary> = {}): SalesSummary => ({
  total: 10_000,
  refunded: 1000,
  videos: 2,
  orders: 2,
  days: [
    { day: '2026-04-01', total: 5000, refunded: 0, videos: 1 },
    { day: '2026-04-30', total: 5000, refunded: 1000, videos: 1 },
  ],
  contests: [{ contestId: 'c1', contestName: '関東大会', total: 10_000, refunded: 1000, videos: 2 }],
  ...changes,
});
