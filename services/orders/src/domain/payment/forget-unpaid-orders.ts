import { DAY, UNPAID_ORDER_SECONDS } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';

const BATCH = 100;
const SEARCH_ALL_EVERY_MS = DAY * 1000;

/**
 * Creates a job that removes the customer's data from orders that were not paid. Number, sum and payment remain, so that a payment that arrives even later is
 * flagged for an operator (see settle-payment.ts). Every replica runs it: an order that becomes paid at the same time keeps its data.
 * The job resolves with whether more orders may be due.
 */
export const createForgetJob = ({ orders, now, logger }: OrdersDeps): (() => Promise<boolean>) => {
  /** Older orders were searched already. */
  let createdFrom: Date | null = null;
  let searchedAllAt = 0;
  return async () => {
    const createdBefore = new Date(now().getTime() - UNPAID_ORDER_SECONDS * 1000);
    // After a backup was restored, older orders are back.
    if (now().getTime() - searchedAllAt >= SEARCH_ALL_EVERY_MS) {
      createdFrom = null;
      searchedAllAt = now().getTime();
    }
    const due = await orders.listForgettable({ createdFrom, createdBefore, limit: BATCH });
    let forgotten = 0;
    for (const id of due) if (await orders.forget(id)) forgotten += 1;
    if (forgotten > 0) logger.info({ orders: forgotten }, 'Customer data of unpaid orders removed');
    if (due.length === BATCH) return true;
    createdFrom = createdBefore;
    return false;
  };
};
