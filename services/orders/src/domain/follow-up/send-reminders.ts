import { downloadReminderRequested, REMINDER_DELAY_SECONDS, type ReminderKind, type ShopSettings } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import type { OrderDownload, PaidOrder } from '../order/order.ts';
import { lineFieldsOf } from '../order/order-views.ts';
import { isReminderHour, reminderTimes, waitingLines } from './reminder-times.ts';

const BATCH = 50;

const switchOf = { claim: 'claimReminder', expiry: 'expiryReminder' } as const satisfies Record<ReminderKind, keyof ShopSettings>;

type Remind = { order: PaidOrder; kind: ReminderKind; now: Date };

const reminderEventOf = ({ order, kind, page }: Omit<Remind, 'now'> & { page: OrderDownload }) =>
  createEvent(downloadReminderRequested, {
    kind,
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    deliveredAt: page.openedAt.toISOString(),
    pageId: page.pageId,
    expiresAt: page.expiresAt.toISOString(),
    statusToken: order.statusToken,
    lines: waitingLines(order).map(lineFieldsOf),
  });

/** Too late to help: it was switched off or nothing ran for days, or the page has expired. */
const isTooLate = ({ due, page, now }: { due: Date; page: OrderDownload; now: Date }): boolean =>
  page.expiresAt <= now || now.getTime() - due.getTime() > REMINDER_DELAY_SECONDS * 1000;

/** Decides about a due reminder. If it is not due any more, saving the order stores its new time. */
export const remind = ({ order, kind, now }: Remind): Change => {
  const page = currentPageOf(order);
  const due = reminderTimes(order)[kind];
  if (!page || !due || due > now) return { order, events: [] };
  const isSent = !isTooLate({ due, page, now });
  const { followUp } = order;
  const reminders = [...followUp.reminders, { kind, deliveredAt: page.openedAt, at: now, isSent }];
  return { order: { ...order, followUp: { ...followUp, reminders } }, events: isSent ? [reminderEventOf({ order, kind, page })] : [] };
};

/** The erasure of an address silences its paid orders, but not one that still awaited its payment. */
export const silencedIfErased = async ({ erasures }: Pick<OrdersDeps, 'erasures'>, order: PaidOrder): Promise<PaidOrder> => {
  const { email, createdAt: at, followUp } = order;
  if (followUp.isSilent || (await erasures.find({ email, at })) === undefined) return order;
  return { ...order, followUp: { ...followUp, isSilent: true } };
};

const remindOf = async (deps: OrdersDeps, { orderNumber, kind }: { orderNumber: string; kind: ReminderKind }): Promise<boolean> => {
  try {
    await changeOrder(deps, {
      orderNumber,
      change: async (order) => remind({ order: await silencedIfErased(deps, order), kind, now: deps.now() }),
    });
    return true;
  } catch (err) {
    deps.logger.error({ err, orderNumber, kind }, 'Reminder could not be decided');
    return false;
  }
};

/**
 * Reminds customers of videos that they have not downloaded. Runs in every replica: the decision and its event are one write of the order, so
 * each reminder is published once.
 * @returns whether more orders may be due
 */
export const sendReminders = async (deps: OrdersDeps): Promise<boolean> => {
  if (!isReminderHour(deps.now())) return false;
  const settings = await deps.settings.read();
  let hasMore = false;
  for (const kind of ['claim', 'expiry'] as const) {
    if (!settings[switchOf[kind]]) continue;
    const due = await deps.orders.listDueReminders({ kind, now: deps.now(), limit: BATCH });
    let decided = 0;
    for (const orderNumber of due) if (await remindOf(deps, { orderNumber, kind })) decided += 1;
    hasMore ||= due.length === BATCH && decided > 0;
  }
  return hasMore;
};

/** Ends the reminders of all orders of a customer whose account was deleted. */
export const silenceCustomer = async (deps: OrdersDeps, { email, before }: { email: string; before: Date }): Promise<void> => {
  const orders = await deps.orders.listPaid({ email });
  for (const { number: orderNumber, createdAt } of orders) {
    if (createdAt > before) continue;
    await changeOrder(deps, {
      orderNumber,
      change: (order) =>
        order.followUp.isSilent ? null : { order: { ...order, followUp: { ...order.followUp, isSilent: true } }, events: [] },
    });
  }
};
