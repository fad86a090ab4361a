import { japaneseDay, type SalesSummary } from '@stagereel/contracts';
import type { PaidOrder } from './order.ts';
import { type Days, periodOf } from './period.ts';
import type { OrderStore } from './ports.ts';
import { refundShares } from './refund-shares.ts';

export type SalesDeps = { orders: Pick<OrderStore, 'streamPaid'> };
export type SalesFilter = Days & { contestId?: string | undefined };

type Figures = { total: number; refunded: number; videos: number };
/** What one contest sold on one day in Asia/Tokyo. */
type DailySale = Figures & { day: string; contestId: string; contestName: string };

const nothing: Figures = { total: 0, refunded: 0, videos: 0 };
const plus = (one: Figures, other: Figures): Figures => ({
  total: one.total + other.total,
  refunded: one.refunded + other.refunded,
  videos: one.videos + other.videos,
});

const salesOf = ({ order, contestId }: { order: PaidOrder; contestId: string | undefined }): DailySale[] => {
  const day = japaneseDay(order.payment.paidAt);
  const shares = refundShares(order);
  return order.lines
    .filter((line) => contestId === undefined || line.contestId === contestId)
    .map((line) => ({
      day,
      contestId: line.contestId,
      contestName: line.contestName,
      total: line.price,
      refunded: shares.get(line.number) ?? 0,
      videos: 1,
    }));
};

/** A contest may have been renamed meanwhile: sales come oldest first, and the newest name is the one it is known by. */
const addTo = ({ sums, key, sale }: { sums: Map<string, DailySale>; key: string; sale: DailySale }): void => {
  sums.set(key, { ...sale, ...plus(sums.get(key) ?? nothing, sale) });
};

const sumBy = (daily: readonly DailySale[], keyOf: (sale: DailySale) => string): DailySale[] => {
  const sums = new Map<string, DailySale>();
  for (const sale of daily) addTo({ sums, key: keyOf(sale), sale });
  return [...sums.values()];
};

/** What was sold in a period by day of the payment and contest, oldest first; what was given back of it stands on the day of the sale. */
export const countSales = async ({ orders }: SalesDeps, { contestId, ...days }: SalesFilter) => {
  const sums = new Map<string, DailySale>();
  let count = 0;
  for await (const order of orders.streamPaid({ by: 'payment', period: periodOf(days), contestId })) {
    count += 1;
    for (const sale of salesOf({ order, contestId })) addTo({ sums, key: JSON.stringify([sale.day, sale.contestId]), sale });
  }
  return { orders: count, daily: [...sums.values()] };
};

/** The figures of a period, by day and by contest. */
export const showSales = async (deps: SalesDeps, filter: SalesFilter): Promise<SalesSummary> => {
  const { orders, daily } = await countSales(deps, filter);
  return {
    ...daily.reduce<Figures>(plus, nothing),
    orders,
    days: sumBy(daily, ({ day }) => day).map(({ day, total, refunded, videos }) => ({ day, total, refunded, videos })),
    contests: sumBy(daily, ({ contestId }) => contestId).map(({ day: _day, ...contest }) => contest),
  };
};
