import type { CsvCell } from '@stagereel/service-kit';
import { texts } from '../texts.ts';
import type { SalesDeps, SalesFilter } from './count-sales.ts';
import { isDeclined, type Line, type PaidOrder } from './order.ts';
import { paymentMark } from './order-views.ts';
import { periodOf } from './period.ts';
import { refundShares } from './refund-shares.ts';

type Row = { order: PaidOrder; line: Line; refunded: number };

/** `2026-11-20 18:00` in Asia/Tokyo, as spreadsheets read a time. */
const minute = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'short' });
const timeCell = (time: Date | null | undefined): CsvCell => (time ? minute.format(time) : null);

const cells: Record<keyof typeof texts.orderColumns, (row: Row) => CsvCell> = {
  number: ({ line }) => line.number,
  placedAt: ({ order }) => timeCell(order.createdAt),
  paidAt: ({ order }) => timeCell(order.payment.paidAt),
  status: ({ order }) => order.status,
  payment: ({ order }) => texts.paymentMarks[paymentMark(order)],
  contestName: ({ line }) => line.contestName,
  category: ({ line }) => line.category,
  athleteNumber: ({ line }) => line.athleteNumber,
  athleteName: ({ line }) => line.athleteName,
  style: ({ line }) => line.style,
  price: ({ line }) => line.price,
  refunded: ({ refunded }) => refunded,
  declined: ({ line }) => (isDeclined(line) ? texts.declined : null),
  email: ({ order }) => order.email,
  customerName: ({ order }) => order.customerName,
  handledAt: ({ order }) => timeCell(order.handledAt),
  claimedAt: ({ line }) => timeCell(line.claim?.claimedAt),
};
const columns = Object.keys(texts.orderColumns) as (keyof typeof cells)[];

/** The columns of an export of orders. */
export const orderColumns = columns.map((column) => texts.orderColumns[column]);

/** One row a line, oldest order first. */
export async function* exportOrders({ orders }: SalesDeps, { contestId, ...days }: SalesFilter): AsyncGenerator<CsvCell[]> {
  for await (const order of orders.streamPaid({ by: 'order', period: periodOf(days), contestId })) {
    const shares = refundShares(order);
    for (const line of order.lines) {
      if (contestId !== undefined && line.contestId !== contestId) continue;
      yield columns.map((column) => cells[column]({ order, line, refunded: shares.get(line.number) ?? 0 }));
    }
  }
}
