import { baseOrderNumber } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import type { MailOutcome } from '../order/order.ts';

type RecordMail = { orderNumber: string | null; outcome: MailOutcome };

/** Adds a mail outcome reported by notify to its order. Mails without an order (sign-in codes) are ignored. */
export const recordMail = async ({ orders }: OrdersDeps, { orderNumber, outcome }: RecordMail): Promise<void> => {
  if (orderNumber !== null) await orders.addMailOutcome({ orderNumber: baseOrderNumber(orderNumber), outcome });
};
