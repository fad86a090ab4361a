import { baseOrderNumber } from '@stagereel/contracts';
import { isAppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import type { MailOutcome } from '../order/order.ts';
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
export const recordMail = async (deps: OrdersDeps, { orderNumber, outcome, rejection }: RecordMail): Promise<void> => {
  if (orderNumber === null) return;
  const isTaskWanted = rejection !== null && (await deps.settings.read()).rejectedMailTask;
  await changeOrder(deps, {
    orderNumber: baseOrderNumber(orderNumber),
    change: (order) => {
      if (order.mails.some(({ eventId }) => eventId === outcome.eventId)) return null;
      const followUp = followUpAfterMail({ order, outcome, answer: isTaskWanted ? rejection : null });
      return { order: { ...order, mails: [...order.mails, outcome], followUp }, events: [] };
    },
  }).catch((error: unknown) => {
    if (!isAppError(error, 'OrderNotFound')) throw error;
  });
};
