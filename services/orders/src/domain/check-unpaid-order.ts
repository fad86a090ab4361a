import { MINUTE } from '@stagereel/contracts';
import type { Order } from './order.ts';
import type { OrderStore, PaymentProvider } from './ports.ts';
import { type RefreshDeps, refreshPayment } from './refresh-payment.ts';
import { settlePayment } from './settle-payment.ts';

export type CheckDeps = Omit<RefreshDeps, 'orders' | 'provider'> & {
  orders: RefreshDeps['orders'] & Pick<OrderStore, 'markCancelled'>;
  provider: Pick<PaymentProvider, 'retrieve' | 'cancel'>;
  /** The age in ms at which an unpaid order is given up. */
  sweepAfterMs: number;
};

/** Until then the call that opens the payment may still be at work. */
const OPENING_TAKES_AT_MOST_MS = MINUTE * 1000;

const giveUp = async ({ orders, now, logger }: CheckDeps, order: Order): Promise<void> => {
  const isDone = await orders.markCancelled({ id: order.id, intentId: order.payment.intentId, at: now() });
  if (isDone) logger.info({ orderNumber: order.number }, 'unpaid order given up');
};

/** The payment is cancelled before the order is given up, so that from then on nobody can pay for it; what was paid meanwhile counts. */
const sweep = async (deps: CheckDeps, { order, intentId }: { order: Order; intentId: string }): Promise<void> => {
  const payment = await deps.provider.cancel(intentId);
  await settlePayment(deps, { payment, by: 'reconciler' });
  if (payment.status === 'cancelled') await giveUp(deps, order);
};

/**
 * Looks after an order that has awaited its payment for long: a payment that succeeded unheard is settled, a dead one ends the order, and
 * one that is open after a day is cancelled. An order without a payment was left by a crash before its client got any answer; it ends too.
 * @throws AppError PaymentUnavailable
 */
export const checkUnpaidOrder = async (deps: CheckDeps, order: Order): Promise<void> => {
  const { intentId } = order.payment;
  const age = deps.now().getTime() - order.createdAt.getTime();
  if (intentId === null) return age >= OPENING_TAKES_AT_MOST_MS ? giveUp(deps, order) : undefined;
  const { order: current, payment } = await refreshPayment(deps, { order, by: 'reconciler' });
  if (current.payment.state !== 'awaiting') return;
  if (payment?.status === 'cancelled') return giveUp(deps, current);
  if (age >= deps.sweepAfterMs) await sweep(deps, { order: current, intentId });
};
