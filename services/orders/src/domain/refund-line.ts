import { lineRefunded } from '@stagereel/contracts';
import { createEvent, type Logger } from '@stagereel/service-kit';
import { type Change, type ChangeDeps, changeOrder } from './change-order.ts';
import { givenBackEventsOf, withDownloadsFreed } from './end-downloads.ts';
import { lineOf, withRefundState } from './lines.ts';
import type { Declined, Line, PaidOrder } from './order.ts';
import { lineFactsOf } from './order-views.ts';
import type { PaymentProvider, ProviderRefund } from './ports.ts';

export type RefundDeps = ChangeDeps & { provider: Pick<PaymentProvider, 'refund' | 'chargeOf'>; now: () => Date; logger: Logger };
type RefundLine = { order: PaidOrder; lineNumber: string };
type Settled = Exclude<ProviderRefund, { state: 'pending' }>;

const refundedEventOf = ({ order, line, declined, at }: { order: PaidOrder; line: Line; declined: Declined; at: Date }) =>
  createEvent(lineRefunded, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    line: lineFactsOf(line),
    amount: line.price,
    reason: declined.reason,
    refundedAt: at.toISOString(),
  });

/**
 * All that was given back by now. The provider counts refunds up, and news of a later one may have come first; but once one came back the sum may
 * fall as well, and only what is asked after the order was read is not outdated.
 */
const refundedSum = async (
  { provider }: RefundDeps,
  { payment, heard }: Pick<PaidOrder, 'payment'> & { heard: number },
): Promise<number> =>
  payment.refundFailures.length > 0 ? (await provider.chargeOf(payment.intentId)).refundedAmount : Math.max(payment.refundedAmount, heard);

/** What the provider's word makes of an order; null when this attempt is settled already. */
const settle = async (deps: RefundDeps, input: RefundLine & { attempt: number; refund: Settled; at: Date }): Promise<Change | null> => {
  const { order, lineNumber, attempt, refund, at } = input;
  const line = lineOf(order, lineNumber);
  const { declined } = line;
  if (declined?.refundState !== 'pending' || declined.attempt !== attempt) return null;

  const changed = withRefundState({ order, line, declined, refundState: refund.state });
  if (refund.state === 'failed') return { order: changed, events: [] };
  const refundedAmount = await refundedSum(deps, { payment: order.payment, heard: refund.refundedAmount });
  const refunded = { ...changed, payment: { ...changed.payment, refundedAmount } };
  const ended = givenBackEventsOf({ order: refunded, now: at });
  const freed = withDownloadsFreed({ before: order, after: refunded, now: at });
  return { order: freed.order, events: [refundedEventOf({ order, line, declined, at }), ...ended, ...freed.events] };
};

/** Nothing can be given back of a video that cost nothing. */
const giveBack = async ({ provider }: RefundDeps, { order, line, attempt }: { order: PaidOrder; line: Line; attempt: number }) =>
  line.price === 0
    ? ({ state: 'succeeded', refundedAmount: order.payment.refundedAmount } as const)
    : provider.refund({ intentId: order.payment.intentId, orderId: order.id, lineNumber: line.number, amount: line.price, attempt });

/**
 * Gives back the price of a declined line, wherever an earlier try was left: the provider knows the attempt again, and of all that hear of its
 * success one writes it, with the event that tells the customer.
 * @throws AppError PaymentUnavailable when the provider gives no answer; the line stays as it was
 */
export const refundLine = async (
  deps: RefundDeps,
  { order, lineNumber }: RefundLine,
): Promise<{ order: PaidOrder; refund: ProviderRefund }> => {
  const line = lineOf(order, lineNumber);
  const attempt = line.declined?.attempt ?? 1;
  const refund = await giveBack(deps, { order, line, attempt });
  if (refund.state === 'pending') return { order, refund };
  if (refund.state === 'failed') deps.logger.error({ lineNumber, attempt, reason: refund.reason }, 'the provider refused a refund');
  const { order: settled } = await changeOrder(deps, {
    orderNumber: order.number,
    change: (current) => settle(deps, { order: current, lineNumber, attempt, refund, at: deps.now() }),
  });
  return { order: settled, refund };
};
