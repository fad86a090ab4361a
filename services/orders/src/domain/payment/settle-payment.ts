import { AppError, isAppError } from '@stagereel/service-kit';
import type { OrderMetrics, OrdersDeps } from '../deps.ts';
import { isForgotten, isPaid, type Order, type PaidOrder } from '../order/order.ts';
import { paidEventOf } from '../order/order-events.ts';
import type { ProviderPayment } from './payment-provider.ts';

/** Who reported the payment. */
type Source = Parameters<OrderMetrics['paid']>[0];

const CURRENCY = 'jpy';
const RETRY_AFTER_SECONDS = 3;

const findOrder = async ({ orders }: OrdersDeps, { intentId, orderId }: ProviderPayment): Promise<Order | null> =>
  (await orders.findByIntent(intentId)) ?? (orderId === null ? null : orders.findById(orderId));

const isPaidBy = ({ order, payment }: { order: Order; payment: ProviderPayment }): boolean =>
  isPaid(order) && order.payment.intentId === payment.intentId;

/** Marks the order for an operator, who must decide about the received sum. */
const flagOrder = async ({ orders, logger }: OrdersDeps, { order, payment }: { order: Order; payment: ProviderPayment }): Promise<null> => {
  const { intentId, amountReceived: amount, currency } = payment;
  const isFlagged = await orders.markFlagged({ id: order.id, intentId, received: { amount, currency } });
  const details = { orderNumber: order.number, expected: order.total, amount, currency, intentId, isFlagged };
  logger.error(details, isForgotten(order) ? 'Payment of a forgotten order' : 'Paid amount mismatch');
  return null;
};

type Settle = {
  payment: ProviderPayment;
  by: Source;
  /** The order of the payment, if it was read for this payment. The write decides, so it may be outdated. */
  known?: Order;
};

/**
 * Makes the order of a succeeded payment paid. Webhook, client and reconciler all use this function; nothing else makes an order paid. The
 * state and the order.paid event are one conditional write, so of any number of concurrent calls exactly one succeeds. Payments that have not
 * succeeded are ignored.
 * @returns the order if it is paid by this payment now
 */
export const settlePayment = async (deps: OrdersDeps, { payment, by, known }: Settle): Promise<Order | null> => {
  if (payment.status !== 'succeeded') return null;
  const { orders, now, logger } = deps;
  const order = known ?? (await findOrder(deps, payment));
  if (!order) {
    // Payments of another shop on the same account have no order id. This shop stores the order before it opens the payment.
    const level = payment.orderId === null ? 'info' : 'error';
    logger[level]({ intentId: payment.intentId, orderId: payment.orderId, by }, 'Payment without an order');
    return null;
  }
  if (isPaidBy({ order, payment })) return order;
  const isWholeSum = payment.amountReceived === order.total && payment.currency === CURRENCY;
  if (!isWholeSum || isForgotten(order)) return flagOrder(deps, { order, payment });

  const paidAt = now();
  const event = paidEventOf({ order, paidAt });
  const paid = await orders.markPaid({ id: order.id, intentId: payment.intentId, at: paidAt, event });
  if (paid) {
    deps.metrics.paid(by);
    logger.info({ orderNumber: order.number, amount: order.total, by, previousState: order.payment.state }, 'Order paid');
    return paid;
  }
  const current = await orders.findById(order.id);
  if (current && isPaidBy({ order: current, payment })) return current;
  // Forgotten since it was read: its data is gone, so nothing can be delivered.
  if (current && isForgotten(current)) return flagOrder(deps, { order: current, payment });
  const details = { orderNumber: order.number, intentId: payment.intentId, state: current?.payment.state, by };
  logger.error(details, 'Payment succeeded, but the order cannot become paid');
  return null;
};

type RefreshedPayment = { order: Order; payment: ProviderPayment | null };

/**
 * Retrieves the payment of an unpaid order from the provider and settles it.
 * @returns the current order, and the payment if it was retrieved
 * @throws AppError PaymentUnavailable
 */
export const refreshPayment = async (
  deps: OrdersDeps,
  { order, by }: { order: Order; by: Exclude<Source, 'webhook'> },
): Promise<RefreshedPayment> => {
  if (isPaid(order) || order.payment.intentId === null) return { order, payment: null };
  const payment = await deps.provider.retrieve(order.payment.intentId);
  const settled = await settlePayment(deps, { payment, by, known: order });
  return { order: settled ?? (await deps.orders.findById(order.id)) ?? order, payment };
};

/**
 * Returns the order if it is paid. It queries the provider first, because the client may arrive before the webhook. While the outcome is
 * unknown (also if the provider does not respond or is queried too often), it reports `PaymentPending`, never a failed payment.
 * @throws AppError PaymentRequired, PaymentPending
 */
export const requirePaid = async (deps: OrdersDeps, order: Order): Promise<PaidOrder> => {
  if (isPaid(order)) return order;
  const pending = ({ cause, retryAfterSeconds = RETRY_AFTER_SECONDS }: { cause?: unknown; retryAfterSeconds?: number } = {}): AppError =>
    new AppError('PaymentPending', { details: { orderNumber: order.number }, retryAfterSeconds, cause });
  if (order.payment.state === 'flagged') throw pending();
  const retryAfterSeconds = await deps.paymentLimits.countQuery(order.email);
  if (retryAfterSeconds !== null) throw pending({ retryAfterSeconds });
  const { order: current, payment } = await refreshPayment(deps, { order, by: 'client' }).catch((error: unknown) => {
    throw isAppError(error, 'PaymentUnavailable') ? pending({ cause: error }) : error;
  });
  if (isPaid(current)) return current;
  if (current.payment.state === 'flagged' || payment?.status === 'unclear') throw pending();
  throw new AppError('PaymentRequired', { details: { orderNumber: order.number } });
};
