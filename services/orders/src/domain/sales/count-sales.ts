import { japaneseDay, type SalesSummary } from '@stagereel/contracts';
import type { CsvCell } from '@stagereel/service-kit';
import { texts } from '../../texts.ts';
import type { OrdersDeps } from '../deps.ts';
import type { PaidOrder } from '../order/order.ts';
import { type Days, periodOf } from '../order/period.ts';
import { refundShares } from '../refund/refund-shares.ts';

export type SalesFilter = Days & { contestId?: string | undefined };

type Figures = { total: number; refunded: number; videos: number };
/** The sales of one contest on one day in Asia/Tokyo. */
type DailySales = Figures & { day: string; contestId: string; contestName: string };

const zero: Figures = { total: 0, refunded: 0, videos: 0 };
const plus = (one: Figures, other: Figures): Figures => ({
  total: one.total + other.total,
  refunded: one.refunded + other.refunded,
  videos: one.videos + other.videos,
});

const salesOf = ({ order, contestId }: { order: PaidOrder; contestId: string | undefined }): DailySales[] => {
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

/** The newest name of a renamed contest wins, because sales are added oldest first. */
const addTo = ({ sums, key, sale }: { sums: Map<string, DailySales>; key: string; sale: DailySales }): void => {
  sums.set(key, { ...sale, ...plus(sums.get(key) ?? zero, sale) });
};

const sumBy = (daily: readonly DailySales[], keyOf: (sale: DailySales) => string): DailySales[] => {
  const sums = new Map<string, DailySales>();
  for (const sale of daily) addTo({ sums, key: keyOf(sale), sale });
  return [...sums.values()];
};

/** The sales of a period by day of payment and contest, oldest first. Refunds are counted on the day of the sale. */
const countSales = async ({ orders }: OrdersDeps, { contestId, ...days }: SalesFilter) => {
  const sums = new Map<string, DailySales>();
  let count = 0;
  for await (const order of orders.streamPaid({ by: 'payment', period: periodOf(days), contestId })) {
    count += 1;
    for (const sale of salesOf({ order, contestId })) addTo({ sums, key: JSON.stringify([sale.day, sale.contestId]), sale });
  }
  return { orders: count, daily: [...sums.values()] };
};

/** The sales of a period, by day and by contest. */
export const showSales = async (deps: OrdersDeps, filter: SalesFilter): Promise<SalesSummary> => {
  const { orders, daily } = await countSales(deps, filter);
  return {
    ...daily.reduce<Figures>(plus, zero),
    orders,
    days: sumBy(daily, ({ day }) => day).map(({ day, total, refunded, videos }) => ({ day, total, refunded, videos })),
    contests: sumBy(daily, ({ contestId }) => contestId).map(({ day: _day, ...contest }) => contest),
  };
};

/** The columns of the CSV export of sales. */
export const salesColumns = Object.values(texts.salesColumns);

/** One row per day and contest. */
export async function* exportSales(deps: OrdersDeps, filter: SalesFilter): AsyncGenerator<CsvCell[]> {
  const { daily } = await countSales(deps, filter);
  for (const { day, contestName, videos, total, refunded } of daily) yield [day, contestName, videos, total, refunded, total - refunded];
}
