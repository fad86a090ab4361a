import { isFullyRefunded, japaneseDay } from '@stagereel/contracts';
import { dueOf } from '@stagereel/contracts/order-attention';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { shortDate } from '../../../components/admin-order/order-texts.ts';

/** `dueAt`: the last promised day; `daysLate`: calendar days in Japan after it, negative before it. */
export type Lateness = { dueAt: Date; daysLate: number };

const DAY_MS = 24 * 60 * 60 * 1000;

const daysBetween = ({ from, to }: { from: string; to: string }): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Whether the shop owes a video: not if the payment was refunded in full or every video was declined. */
const isOwed = ({ payment, lines }: OrderGroup): boolean => !isFullyRefunded(payment) && lines.some((line) => !line.productionPossible);

/**
 * The lateness on the day when the order was handled, or today. Null if the shop owes no video.
 * @param today a day in Asia/Tokyo, `2026-11-20`
 */
export const latenessOf = (group: OrderGroup, today: string): Lateness | null => {
  if (!isOwed(group)) return null;
  const due = dueOf(group.orderDate);
  const handled = group.lines[0]?.handledAt ?? null;
  const until = group.isHandled && handled !== null ? japaneseDay(handled) : today;
  return { dueAt: due.at, daysLate: daysBetween({ from: due.day, to: until }) };
};

export type LatenessBadge = { text: string; tone: 'negative' | 'due' | 'neutral' };

/** The badge on the order's card. A handled order has one only if it was late. */
export const latenessBadge = ({ lateness, isHandled }: { lateness: Lateness | null; isHandled: boolean }): LatenessBadge | null => {
  if (lateness === null) return null;
  const { dueAt, daysLate } = lateness;
  if (isHandled) return daysLate > 0 ? { text: `${daysLate}日遅れで対応`, tone: 'negative' } : null;
  if (daysLate > 0) return { text: `納期超過 ${daysLate}日`, tone: 'negative' };
  if (daysLate === 0) return { text: '本日が納期', tone: 'due' };
  return { text: `納期 ${shortDate(dueAt)}`, tone: 'neutral' };
};

/** The most overdue orders first, orders without an owed video last. Equal ones keep their order. */
export const byLateness = (groups: readonly OrderGroup[], today: string): OrderGroup[] =>
  groups
    .map((group) => ({ group, daysLate: latenessOf(group, today)?.daysLate ?? Number.NEGATIVE_INFINITY }))
    .sort((one, other) => (one.daysLate === other.daysLate ? 0 : other.daysLate - one.daysLate))
    .map(({ group }) => group);
