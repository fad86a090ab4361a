import { UNPAID_ORDER_SECONDS } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';

const BATCH = 100;

/**
 * Removes the customer's data from orders that were not paid. Number, sum and payment remain, so that a payment that arrives even later is
 * flagged for an operator (see settle-payment.ts). Every replica runs it: an order that becomes paid at the same time keeps its data.
 * @returns whether more orders may be due
 */
export const forgetUnpaidOrders = async ({ orders, now, logger }: OrdersDeps): Promise<boolean> => {
  const createdBefore = new Date(now().getTime() - UNPAID_ORDER_SECONDS * 1000);
  const due = await orders.listForgettable({ createdBefore, limit: BATCH });
  let forgotten = 0;
  for (const id of due) if (await orders.forget(id)) forgotten += 1;
  if (forgotten > 0) logger.info({ orders: forgotten }, 'Customer data of unpaid orders removed');
  return due.length === BATCH;
};
