import type { Logger } from '@stagereel/service-kit';
import { isPaid, type Order } from './order.ts';
import { paidEventOf } from './order-events.ts';
import type { OrderStore, ProviderPayment } from './ports.ts';

export type SettleDeps = {
  orders: Pick<OrderStore, 'findById' | 'findByIntent' | 'markPaid' | 'markFlagged'>;
  now: () => Date;
  logger: Logger;
};
/** Who heard of the money first; for the log. */
type SettledBy = 'webhook' | 'client' | 'reconciler';
type Settle = { payment: ProviderPayment; by: SettledBy };

const CURRENCY = 'jpy';

const findOrder = async ({ orders }: SettleDeps, { intentId, orderId }: ProviderPayment): Promise<Order | null> =>
  (await orders.findByIntent(intentId)) ?? (orderId === null ? null : orders.findById(orderId));

const isPaidBy = ({ order, payment }: { order: Order; payment: ProviderPayment }): boolean =>
  isPaid(order) && order.payment.intentId === payment.intentId;

/** Money that cannot be taken as it came is never passed over in silence: a person must look. */
const flag = async ({ orders, logger }: SettleDeps, { order, payment }: { order: Order; payment: ProviderPayment }): Promise<void> => {
  const { intentId, amountReceived: amount, currency } = payment;
  const isFlagged = await orders.markFlagged({ id: order.id, intentId, received: { amount, currency } });
  const facts = { orderNumber: order.number, expected: order.total, amount, currency, intentId, isFlagged };
  logger.error(facts, 'another sum than the order was paid');
};

/**
 * Makes a succeeded payment count: the one place where an order becomes paid, for webhook, client and reconciler alike. The state, and the
 * event that tells of it, are one conditional write, so of any number of callers exactly one does it. Nothing else is done for other payments.
 */
export const settlePayment = async (deps: SettleDeps, { payment, by }: Settle): Promise<void> => {
  if (payment.status !== 'succeeded') return;
  const { orders, now, logger } = deps;
  const order = await findOrder(deps, payment);
  if (!order) {
    // Another shop on the same account names no order; ours always exists before its payment does.
    const level = payment.orderId === null ? 'info' : 'error';
    logger[level]({ intentId: payment.intentId, orderId: payment.orderId, by }, 'a payment of no order here');
    return;
  }
  if (isPaidBy({ order, payment })) return;
  if (payment.amountReceived !== order.total || payment.currency !== CURRENCY) return flag(deps, { order, payment });

  const paidAt = now();
  const paid = await orders.markPaid({ id: order.id, intentId: payment.intentId, at: paidAt, event: paidEventOf({ order, paidAt }) });
  if (paid) {
    logger.info({ orderNumber: order.number, amount: order.total, by, was: order.payment.state }, 'order paid');
    return;
  }
  const current = await orders.findById(order.id);
  if (current && isPaidBy({ order: current, payment })) return;
  const facts = { orderNumber: order.number, intentId: payment.intentId, state: current?.payment.state, by };
  logger.error(facts, 'money came that the order cannot take');
};
