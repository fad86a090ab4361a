import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { withDownloadsFreed } from './end-downloads.ts';
import { withRefundState } from './lines.ts';
import { isPaid, type PaidOrder } from './order.ts';
import type { FailedRefund, OrderStore, PaymentProvider } from './ports.ts';

export type RecountDeps = ChangeDeps & {
  orders: ChangeDeps['orders'] & Pick<OrderStore, 'findByIntent'>;
  provider: Pick<PaymentProvider, 'chargeOf'>;
  now: () => Date;
};
type Recount = { intentId: string; failure?: FailedRefund };
type Counted = { order: PaidOrder; refundedAmount: number };

const withFailedLine = (order: PaidOrder, { line: named }: FailedRefund): PaidOrder => {
  const line = order.lines.find(({ number }) => number === named?.number);
  // A later attempt of the same line stands by itself.
  if (!line?.declined || line.declined.attempt !== named?.attempt) return order;
  return withRefundState({ order, line, declined: line.declined, refundState: 'failed' });
};

const withFailure = ({ order, refundedAmount, failure, at }: Counted & { failure: FailedRefund; at: Date }): PaidOrder => {
  const { refundId, amount, reason } = failure;
  if (order.payment.refundFailures.some((known) => known.refundId === refundId)) return order;
  const changed = withFailedLine(order, failure);
  const refundedBefore = Math.min(order.total, refundedAmount + amount);
  const refundFailures = [...order.payment.refundFailures, { refundId, amount, reason, at, refundedBefore }];
  return { ...changed, payment: { ...changed.payment, refundFailures } };
};

const recounted = ({ order, refundedAmount }: Counted): PaidOrder => ({ ...order, payment: { ...order.payment, refundedAmount } });

/**
 * Writes what the provider counts as given back now, with the refund that came back where that is the news. The sum may fall by it, so no news
 * of any sum is believed: the provider is asked after the order was read, and the answer counts while the order is as it was read. Where not
 * all of the price is given back any more, its downloads can be claimed anew. Answers the order's number; null for a payment of no paid order.
 * @throws AppError PaymentUnavailable, OrderChangedMeanwhile
 */
export const recountRefunds = async (deps: RecountDeps, { intentId, failure }: Recount): Promise<string | null> => {
  const seen = await deps.orders.findByIntent(intentId);
  if (!seen || !isPaid(seen)) return null;
  const change = async (order: PaidOrder): Promise<Change | null> => {
    const { refundedAmount } = await deps.provider.chargeOf(intentId);
    const changed = failure ? withFailure({ order, refundedAmount, failure, at: deps.now() }) : order;
    if (changed === order && refundedAmount === order.payment.refundedAmount) return null;
    return withDownloadsFreed({ before: order, after: recounted({ order: changed, refundedAmount }), now: deps.now() });
  };
  const { order } = await changeOrder(deps, { orderNumber: seen.number, change });
  return order.number;
};
