import type { OrdersDeps } from '../deps.ts';
import { restoreDownloads } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { isPaid, type PaidOrder } from '../order/order.ts';
import type { FailedRefund } from '../payment/payment-provider.ts';
import { setRefundState } from './refund-line.ts';

type Recount = { intentId: string; failure?: FailedRefund };
type FailedRefundOf = { order: PaidOrder; refundedAmount: number; failure: FailedRefund; at: Date };

const setLineFailed = (order: PaidOrder, { line: failed }: FailedRefund): PaidOrder => {
  const line = order.lines.find(({ number }) => number === failed?.number);
  // A later attempt for the same line is not affected.
  if (!line?.declined || line.declined.attempt !== failed?.attempt) return order;
  return setRefundState({ order, line, declined: line.declined, refundState: 'failed' });
};

const addFailure = ({ order, refundedAmount, failure, at }: FailedRefundOf): PaidOrder => {
  const { refundId, amount, reason } = failure;
  if (order.payment.refundFailures.some((known) => known.refundId === refundId)) return order;
  const changed = setLineFailed(order, failure);
  const refundedBefore = Math.min(order.total, refundedAmount + amount);
  const refundFailures = [...order.payment.refundFailures, { refundId, amount, reason, at, refundedBefore }];
  return { ...changed, payment: { ...changed.payment, refundFailures } };
};

/**
 * Stores the refunded sum that the provider currently reports, and a failed refund if one is given. A failed refund lowers the sum, so sums in
 * webhooks are not trusted: the provider is queried after the order was read, and the result is saved only if the order has not changed since.
 * If the order is no longer fully refunded, its downloads are restored.
 * @returns the order's number; null for a payment without a paid order
 * @throws AppError PaymentUnavailable, OrderChangedMeanwhile
 */
export const recountRefunds = async (deps: OrdersDeps, { intentId, failure }: Recount): Promise<string | null> => {
  const found = await deps.orders.findByIntent(intentId);
  if (!found || !isPaid(found)) return null;
  const change = async (order: PaidOrder): Promise<Change | null> => {
    const { refundedAmount } = await deps.provider.getCharge(intentId);
    const changed = failure ? addFailure({ order, refundedAmount, failure, at: deps.now() }) : order;
    if (changed === order && refundedAmount === order.payment.refundedAmount) return null;
    const after = { ...changed, payment: { ...changed.payment, refundedAmount } };
    return restoreDownloads({ before: order, after, now: deps.now() });
  };
  const { order } = await changeOrder(deps, { orderNumber: found.number, change });
  return order.number;
};
