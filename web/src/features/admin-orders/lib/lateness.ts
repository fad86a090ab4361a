import { formatDate, isMoneyBack, japaneseDay } from '@stagereel/contracts';
import { deliveryPromise } from '@stagereel/contracts/delivery-promise';
import type { OrderGroup } from './order-groups.ts';

/** How an order stands against the promise: days past its last day, negative while there is time. Days are days of the calendar in Japan. */
export type Lateness = { dueAt: Date; daysLate: number };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The promise depends on the day alone, and thousands of orders share few days. */
const dueByDay = new Map<string, { at: Date; day: string }>();

const dueOf = (orderDate: string): { at: Date; day: string } => {
  const ordered = japaneseDay(orderDate);
  const known = dueByDay.get(ordered);
  if (known) return known;
  const { latest } = deliveryPromise(new Date(orderDate));
  const due = { at: latest, day: japaneseDay(latest) };
  dueByDay.set(ordered, due);
  return due;
};

const daysBetween = ({ from, to }: { from: string; to: string }): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Whether the customer still waits for a video: not where all the money went back, or every video was declined. */
const isAwaited = ({ payment, lines }: OrderGroup): boolean => !isMoneyBack(payment) && lines.some((line) => !line.productionPossible);

/**
 * Against the day it was handled on, or today. Null where nothing is owed.
 * @param today a day in Asia/Tokyo, `2026-11-20`
 */
export const latenessOf = (group: OrderGroup, today: string): Lateness | null => {
  if (!isAwaited(group)) return null;
  const due = dueOf(group.orderDate);
  const handled = group.lines[0]?.handledAt ?? null;
  const until = group.isHandled && handled !== null ? japaneseDay(handled) : today;
  return { dueAt: due.at, daysLate: daysBetween({ from: due.day, to: until }) };
};

export type LatenessMark = { text: string; tone: 'negative' | 'due' | 'neutral' };

/** The word on the card. A handled order says only that it was late. */
export const latenessMark = ({ lateness, isHandled }: { lateness: Lateness | null; isHandled: boolean }): LatenessMark | null => {
  if (lateness === null) return null;
  const { dueAt, daysLate } = lateness;
  if (isHandled) return daysLate > 0 ? { text: `${daysLate}日遅れで対応`, tone: 'negative' } : null;
  if (daysLate > 0) return { text: `納期超過 ${daysLate}日`, tone: 'negative' };
  if (daysLate === 0) return { text: '本日が納期', tone: 'due' };
  return { text: `納期 ${formatDate(dueAt)}`, tone: 'neutral' };
};

/** The latest against their promise first; those that nobody waits for last. Equals keep their order. */
export const byLateness = (groups: readonly OrderGroup[], today: string): OrderGroup[] =>
  groups
    .map((group) => ({ group, daysLate: latenessOf(group, today)?.daysLate ?? Number.NEGATIVE_INFINITY }))
    .sort((one, other) => (one.daysLate === other.daysLate ? 0 : other.daysLate - one.daysLate))
    .map(({ group }) => group);
