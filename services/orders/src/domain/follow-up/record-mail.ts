import { baseOrderNumber } from '@stagereel/contracts';
import { isAppError, replaceAddress } from '@stagereel/service-kit';
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
      const { outcome, answer } = await withoutErased(deps, { order, outcome: reported, answer: isTaskWanted ? rejection : null });
      const followUp = followUpAfterMail({ order, outcome, answer });
      return { order: { ...order, mails: [...order.mails, outcome], followUp }, events: [] };
    },
  }).catch((error: unknown) => {
    if (!isAppError(error, 'OrderNotFound')) throw error;
  });
};

type Reported = { outcome: MailOutcome; answer: string | null };

/** An order names no erased address but its own, which the law requires to be kept. The server's answer often repeats the address. */
const withoutErased = async ({ erasures }: OrdersDeps, { order, ...reported }: Reported & { order: PaidOrder }): Promise<Reported> => {
  const { recipient: email, at } = reported.outcome;
  const pseudonym = email === order.email ? undefined : await erasures.find({ email, at });
  return pseudonym === undefined ? reported : replaceAddress(reported, { email, pseudonym });
};
