import type { EventData, personalDataEraseRequested } from '@stagereel/contracts';
import { replaceAddress } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { isOpen, isProblemTask, type Task } from '../follow-up/follow-up.ts';
import { changeOrder } from '../order/change-order.ts';
import type { PaidOrder } from '../order/order.ts';

type Erasure = { email: string; pseudonym: string; until: Date };

/**
 * Erases what the law does not require to be kept about an address, as often as the event arrives. Its paid orders keep address and name, are
 * delivered, and lose the reminders and the words of problems that are solved. Cancelled orders lose both. Orders that now belong to somebody else
 * forget the address.
 */
export const eraseCustomer = async (
  deps: OrdersDeps,
  { email, pseudonym, requestedAt }: EventData<typeof personalDataEraseRequested>,
): Promise<void> => {
  const erasure = { email, pseudonym, until: new Date(requestedAt) };
  await deps.erasures.remember({ email, pseudonym, requestedAt: erasure.until });
  for (const { number: orderNumber, createdAt } of await deps.orders.listPaid({ email })) {
    if (createdAt > erasure.until) continue;
    await changeOrder(deps, { orderNumber, change: (order) => changed(order, order.email === email ? silenced(order) : order) });
  }
  // A cancelled payment cannot succeed any more. An order that awaits its payment may still be paid: then no reminder is sent.
  for (const { id, payment, createdAt } of await deps.orders.listByEmail(email)) {
    if (payment.state === 'cancelled' && createdAt <= erasure.until) await deps.orders.forget(id);
  }
  for (const orderNumber of await deps.orders.listNumbersMentioning(email)) {
    await changeOrder(deps, { orderNumber, change: (order) => changed(order, forgotten(order, erasure)) });
  }
};

/** Null if nothing changed, so that a repeated event writes nothing. */
const changed = (before: PaidOrder, order: PaidOrder) => (JSON.stringify(before) === JSON.stringify(order) ? null : { order, events: [] });

const withoutSolvedProblem = (task: Task): Task => (isProblemTask(task) && !isOpen(task) ? { ...task, text: '' } : task);

const silenced = (order: PaidOrder): PaidOrder => ({
  ...order,
  followUp: { ...order.followUp, isSilent: true, tasks: order.followUp.tasks.map(withoutSolvedProblem) },
});

/** An order whose address was corrected still names the earlier one as the recipient of mails. */
const forgotten = (order: PaidOrder, { email, pseudonym, until }: Erasure): PaidOrder => {
  if (order.email === email) return order;
  return {
    ...order,
    mails: order.mails.map((mail) => (mail.recipient === email && mail.at <= until ? { ...mail, recipient: pseudonym } : mail)),
    followUp: {
      ...order.followUp,
      // The answer of a mail server and the note of an admin may contain the address too.
      tasks: order.followUp.tasks.map((task) => (task.createdAt <= until ? replaceAddress(task, { email, pseudonym }) : task)),
    },
  };
};
