import { baseOrderNumber } from '@stagereel/contracts';
import type { MailFact } from './order.ts';
import type { OrderStore } from './ports.ts';

/** Keeps what notify says of a mail in the order it is about. Mails about no order (codes) are none of this service's business. */
export const recordMail = async (
  { orders }: { orders: Pick<OrderStore, 'addMailFact'> },
  { orderNumber, fact }: { orderNumber: string | null; fact: MailFact },
): Promise<void> => {
  if (orderNumber !== null) await orders.addMailFact({ orderNumber: baseOrderNumber(orderNumber), fact });
};
