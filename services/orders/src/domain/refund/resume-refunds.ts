import { HOUR } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { isPaid, type Order } from '../order/order.ts';
import { refundLine } from './refund-line.ts';

const BATCH = 50;
const MAX_PAUSE_MS = (HOUR * 1000) / 4;

const pendingLines = ({ lines }: Order) => lines.filter(({ declined }) => declined?.refundState === 'pending');

/** Older refunds are checked less often. */
const nextCheckOf = ({ now, checkEveryMs }: OrdersDeps, order: Order): Date => {
  const checkedAt = now().getTime();
  const newest = Math.max(0, ...pendingLines(order).map(({ declined }) => declined?.at.getTime() ?? 0));
  return new Date(checkedAt + Math.max(checkEveryMs, Math.min(checkedAt - newest, MAX_PAUSE_MS)));
};

const resumeOrder = async (deps: OrdersDeps, order: Order): Promise<void> => {
  if (!isPaid(order)) return;
  for (const { number: lineNumber } of pendingLines(order)) {
    await refundLine(deps, { order, lineNumber }).catch((err: unknown) => {
      deps.logger.error({ err, lineNumber }, 'Pending refund could not be resumed');
    });
  }
};

/**
 * Resumes pending refunds: the process crashed before it wrote the result, or the provider was unavailable or slow. Runs in every replica; the
 * one that advances an order's next check owns this check.
 * @returns whether more orders may be due
 */
export const resumeRefunds = async (deps: OrdersDeps): Promise<boolean> => {
  const { orders, now } = deps;
  const due = await orders.listDueRefunds({ now: now(), limit: BATCH });
  for (const order of due) {
    if (await orders.claimRefundCheck({ order, nextCheckAt: nextCheckOf(deps, order) })) await resumeOrder(deps, order);
  }
  return due.length === BATCH;
};
