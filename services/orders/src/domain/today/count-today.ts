import { type AdminLine, japaneseDay, type Today } from '@stagereel/contracts';
import { needsAttention, type OrderFacts, orderFacts } from '@stagereel/contracts/order-attention';
import { isPaid, type Order } from '../order/order.ts';
import { refundShares } from '../refund/refund-shares.ts';

/** What the summary of the day needs to know about one paid order. */
export type DayFacts = OrderFacts & { paidAt: Date; paidDay: string; total: number; refunded: number };

/**
 * Null for an order that is not paid.
 * @param lines the lines as the back office gets them: it filters its list of orders by the same facts
 */
export const dayFactsOf = ({ order, lines: [first, ...others] }: { order: Order; lines: readonly AdminLine[] }): DayFacts | null => {
  if (!first || !isPaid(order)) return null;
  return {
    ...orderFacts([first, ...others]),
    paidAt: order.payment.paidAt,
    paidDay: japaneseDay(order.payment.paidAt),
    total: order.total,
    refunded: [...refundShares(order).values()].reduce((sum, share) => sum + share, 0),
  };
};

/** Where the day begins in `2026-11-20`. */
const DAY_OF_MONTH = 8;

/** The sales from the first of the month to today, in Asia/Tokyo. */
const salesOfMonth = (orders: readonly DayFacts[], today: string): Today['sales'] => {
  const month = today.slice(0, DAY_OF_MONTH);
  const days = Array.from({ length: Number(today.slice(DAY_OF_MONTH)) }, () => 0);
  const sold = orders.filter(({ paidDay }) => paidDay.startsWith(month) && paidDay <= today);
  for (const { paidDay, total } of sold) {
    const index = Number(paidDay.slice(DAY_OF_MONTH)) - 1;
    days[index] = (days[index] ?? 0) + total;
  }
  return {
    total: sold.reduce((sum, { total }) => sum + total, 0),
    refunded: sold.reduce((sum, { refunded }) => sum + refunded, 0),
    orders: sold.length,
    days,
  };
};

/** Counts what the shop has to do now. */
export const countToday = (orders: readonly DayFacts[], now: Date): Today => {
  const today = japaneseDay(now);
  const needing = (attention: keyof typeof needsAttention): DayFacts[] =>
    orders.filter((facts) => needsAttention[attention](facts, { today, now }));
  const byView = (found: readonly DayFacts[]): Today['tasks'] => {
    const handled = found.filter(({ isHandled }) => isHandled).length;
    return { pending: found.length - handled, handled };
  };
  return {
    day: today,
    open: orders.filter(({ isHandled }) => !isHandled).length,
    dueToday: needing('due-today').length,
    late: needing('late').length,
    unclaimed: needing('unclaimed').length,
    failedMails: byView(needing('failed-mail')),
    tasks: byView(needing('task')),
    sales: salesOfMonth(orders, today),
  };
};
