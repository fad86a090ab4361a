import { type AdminLine, isFullyRefunded, isHandled } from '../http/orders.ts';
import type { OrderAttention } from '../http/today.ts';
import { deliveryPromise } from './delivery-promise.ts';
import { japaneseDay } from './format.ts';

type Due = { at: Date; day: string };

/** Cached, because the promise depends only on the day, and thousands of orders share few days. */
const dueByDay = new Map<string, Due>();

/** The last promised day of an order, in Asia/Tokyo. */
export const dueOf = (orderDate: string): Due => {
  const ordered = japaneseDay(orderDate);
  const known = dueByDay.get(ordered);
  if (known) return known;
  const { latest } = deliveryPromise(new Date(orderDate));
  const due = { at: latest, day: japaneseDay(latest) };
  dueByDay.set(ordered, due);
  return due;
};

/** What decides whether an order needs attention, at any time. */
export type OrderFacts = {
  isHandled: boolean;
  /** The last promised day of an order that is not handled yet. Null if the shop owes no video. */
  dueDay: string | null;
  /** A delivered order of which nothing was downloaded yet, and whose customer has not confirmed it: when its download page expires. */
  claimableUntil: string | null;
  hasFailedMail: boolean;
  taskCount: number;
};

type FactLine = Pick<
  AdminLine,
  'status' | 'orderDate' | 'payment' | 'productionPossible' | 'claimedAt' | 'downloadExpiresAt' | 'mails' | 'tasks' | 'receivedAt'
>;

/**
 * Mails about a delivery all lead to the same download page, so any of them makes up for the others. A mail about a refund is about one line.
 */
const kindOf = ({ template, lineNumber }: FactLine['mails'][number]): string => {
  if (template === 'line-refunded') return `${template} ${lineNumber}`;
  return template === 'order-confirmation' ? template : 'download page';
};

/** Whether the newest mail of some kind failed. A failure is settled as soon as a later mail of the same kind was sent. */
const hasFailedMail = (mails: FactLine['mails']): boolean => {
  const newest = new Map<string, FactLine['mails'][number]>();
  for (const mail of mails) {
    const kind = kindOf(mail);
    const known = newest.get(kind);
    if (!known || mail.at >= known.at) newest.set(kind, mail);
  }
  return [...newest.values()].some(({ state }) => state === 'failed');
};

/** @param lines all lines of one order */
export const orderFacts = (lines: readonly [FactLine, ...FactLine[]]): OrderFacts => {
  const [{ orderDate, payment, status, downloadExpiresAt, mails, tasks, receivedAt }] = lines;
  const handled = isHandled(status);
  const owed = isFullyRefunded(payment) ? [] : lines.filter(({ productionPossible }) => !productionPossible);
  const isUnclaimed = status === '納品済み' && receivedAt === null && owed.length > 0 && owed.every(({ claimedAt }) => claimedAt === null);
  return {
    isHandled: handled,
    dueDay: handled || owed.length === 0 ? null : dueOf(orderDate).day,
    claimableUntil: isUnclaimed ? downloadExpiresAt : null,
    hasFailedMail: hasFailedMail(mails),
    taskCount: tasks.length,
  };
};

/** Whether an order needs this kind of attention. `today` is a day in Asia/Tokyo. */
export const needsAttention = {
  'due-today': ({ dueDay }, { today }) => dueDay === today,
  late: ({ dueDay }, { today }) => dueDay !== null && dueDay < today,
  unclaimed: ({ claimableUntil }, { now }) => claimableUntil !== null && new Date(claimableUntil) > now,
  'failed-mail': (facts) => facts.hasFailedMail,
  task: ({ taskCount }) => taskCount > 0,
} as const satisfies Record<OrderAttention, (facts: OrderFacts, time: { today: string; now: Date }) => boolean>;
