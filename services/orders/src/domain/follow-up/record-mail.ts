import { baseOrderNumber } from '@stagereel/contracts';
import { isAppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import type { MailOutcome, PaidOrder } from '../order/order.ts';
import { followUpAfterMail } from './rejected-mails.ts';

type RecordMail = {
  orderNumber: string | null;
  outcome: MailOutcome;
  /** The answer of the mail server that rejected the mail for good, else null. */
  rejection: string | null;
};

/**
 * Adds a mail outcome reported by notify to its order, once, and opens or closes the task about rejected mails in the same write. Mails without a
 * paid order (sign-in codes) are ignored.
 */
export const recordMail = async (deps: OrdersDeps, { orderNumber, outcome: reported, rejection }: RecordMail): Promise<void> => {
  if (orderNumber === null) return;
  const isTaskWanted = rejection !== null && (await deps.settings.read()).rejectedMailTask;
  await changeOrder(deps, {
    orderNumber: baseOrderNumber(orderNumber),
    change: async (order) => {
      if (order.mails.some(({ eventId }) => eventId === reported.eventId)) return null;
      const outcome = await withoutErased(deps, { order, outcome: reported });
      const followUp = followUpAfterMail({ order, outcome, answer: isTaskWanted ? rejection : null });
      return { order: { ...order, mails: [...order.mails, outcome], followUp }, events: [] };
    },
  }).catch((error: unknown) => {
    if (!isAppError(error, 'OrderNotFound')) throw error;
  });
};

/** An order names no erased address but its own, which the law requires to be kept. */
const withoutErased = async (
  { erasures }: OrdersDeps,
  { order, outcome }: { order: PaidOrder; outcome: MailOutcome },
): Promise<MailOutcome> => {
  const { recipient, at } = outcome;
  const pseudonym = recipient === order.email ? undefined : await erasures.find({ email: recipient, at });
  return pseudonym === undefined ? outcome : { ...outcome, recipient: pseudonym };
};
