import { HOUR, MINUTE } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import type { Order } from '../order/order.ts';
import { refreshPayment, settlePayment } from './settle-payment.ts';

const BATCH = 100;
const CONCURRENCY = 5;
const MAX_PAUSE_MS = (HOUR * 1000) / 4;
/** Until this age the request that opens the payment may still be running. */
const OPENING_TIMEOUT_MS = MINUTE * 1000;

const ageOf = ({ createdAt }: Order, now: Date): number => now.getTime() - createdAt.getTime();

/** Older orders are checked less often, but never later than the time at which they must be cancelled. */
const nextCheckOf = ({ now, checkEveryMs, cancelAfterMs }: OrdersDeps, order: Order): Date => {
  const checkedAt = now();
  const age = ageOf(order, checkedAt);
  const pause = Math.max(checkEveryMs, Math.min(age, MAX_PAUSE_MS));
  const untilCancelled = cancelAfterMs - age;
  return new Date(checkedAt.getTime() + (untilCancelled > 0 ? Math.min(pause, untilCancelled) : pause));
};

const cancelOrder = async ({ orders, now, logger }: OrdersDeps, order: Order): Promise<void> => {
  const isCancelled = await orders.markCancelled({ id: order.id, intentId: order.payment.intentId, at: now() });
  if (isCancelled) logger.info({ orderNumber: order.number }, 'Unpaid order cancelled');
};

/** Cancels the payment before the order, so nobody can pay for a cancelled order. A payment that succeeded in the meantime is settled. */
const cancelOverdueOrder = async (deps: OrdersDeps, { order, intentId }: { order: Order; intentId: string }): Promise<void> => {
  const payment = await deps.provider.cancel(intentId);
  await settlePayment(deps, { payment, by: 'reconciler' });
  if (payment.status === 'cancelled') await cancelOrder(deps, order);
};

/**
 * Checks one unpaid order. A succeeded payment is settled, a cancelled payment cancels the order, and a payment that is still open after a day
 * is cancelled. An order without a payment was left by a crash before the client got a response; it is cancelled as well.
 * @throws AppError PaymentUnavailable
 */
const checkUnpaidOrder = async (deps: OrdersDeps, order: Order): Promise<void> => {
  const { intentId } = order.payment;
  const age = ageOf(order, deps.now());
  if (intentId === null) return age >= OPENING_TIMEOUT_MS ? cancelOrder(deps, order) : undefined;
  const { order: current, payment } = await refreshPayment(deps, { order, by: 'reconciler' });
  if (current.payment.state !== 'awaiting') return;
  if (payment?.status === 'cancelled') return cancelOrder(deps, current);
  if (age >= deps.cancelAfterMs) await cancelOverdueOrder(deps, { order: current, intentId });
};

/**
 * Checks every unpaid order that is due, so an order becomes paid even if the webhook is lost and the browser is closed. Runs in every replica:
 * the one that advances an order's next check owns this check. If it crashes, the next check repeats the work.
 * @returns whether more orders may be due
 */
export const reconcilePayments = async (deps: OrdersDeps): Promise<boolean> => {
  const { orders, logger, now } = deps;
  const batch = await orders.listDueChecks({ now: now(), limit: BATCH });
  const queue = batch.values();

  const worker = async (): Promise<void> => {
    for (const { order, checkAt } of queue) {
      if (!(await orders.claimCheck({ id: order.id, checkAt, nextCheckAt: nextCheckOf(deps, order) }))) continue;
      await checkUnpaidOrder(deps, order).catch((err: unknown) => {
        logger.error({ err, orderNumber: order.number }, 'Check of unpaid order failed');
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return batch.length === BATCH;
};
