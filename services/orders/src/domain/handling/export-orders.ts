import { whenFirstUsed } from '@stagereel/contracts';
import { type Actor, adminActedEvent, type CsvCell } from '@stagereel/service-kit';
import { texts } from '../../texts.ts';
import type { OrdersDeps } from '../deps.ts';
import { isDeclined, type Line, type PaidOrder } from '../order/order.ts';
import { paymentMark, shownStatus } from '../order/order-views.ts';
import { periodOf } from '../order/period.ts';
import { refundShares } from '../refund/refund-shares.ts';
import type { SalesFilter } from '../sales/count-sales.ts';

type Row = { order: PaidOrder; line: Line; refunded: number };

/** `2026-11-20 18:00` in Asia/Tokyo, a format that spreadsheets recognise. */
const minute = whenFirstUsed(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'short' }));
const timeCell = (time: Date | null | undefined): CsvCell => (time ? minute().format(time) : null);

const cells: Record<keyof typeof texts.orderColumns, (row: Row) => CsvCell> = {
  number: ({ line }) => line.number,
  placedAt: ({ order }) => timeCell(order.createdAt),
  paidAt: ({ order }) => timeCell(order.payment.paidAt),
  status: ({ order }) => shownStatus(order),
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

/** The columns of the CSV export of orders. */
export const orderColumns = columns.map((column) => texts.orderColumns[column]);

/** One row per line, oldest order first. */
export async function* exportOrders({ orders }: OrdersDeps, { contestId, ...days }: SalesFilter): AsyncGenerator<CsvCell[]> {
  for await (const order of orders.streamPaid({ by: 'order', period: periodOf(days), contestId })) {
    const shares = refundShares(order);
    for (const line of order.lines) {
      if (contestId !== undefined && line.contestId !== contestId) continue;
      yield columns.map((column) => cells[column]({ order, line, refunded: shares.get(line.number) ?? 0 }));
    }
  }
}

type Export = { table: 'orders' | 'sales'; filter: SalesFilter; actor: Actor };

const tableNames = { orders: texts.orderFile, sales: texts.salesFile } as const;

/** Records for the audit log who exports which table. Must be called before the first row is sent. */
export const recordExport = async ({ exportLog, now }: OrdersDeps, { table, filter, actor }: Export): Promise<void> => {
  const event = adminActedEvent({
    actor,
    action: `${table}.exported`,
    target: { type: 'export', id: table, label: tableNames[table] },
    after: { from: filter.from ?? null, to: filter.to ?? null, contestId: filter.contestId ?? null },
  });
  await exportLog.add({ at: now(), event });
};
