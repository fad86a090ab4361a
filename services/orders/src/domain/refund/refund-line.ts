import { lineRefunded, type RefundState } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { refundedDownloadEventsOf, restoreDownloads } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { type Declined, getLine, type Line, type PaidOrder, replaceLine } from '../order/order.ts';
import { lineFieldsOf } from '../order/order-views.ts';
import type { RefundResult } from '../payment/payment-provider.ts';

type RefundLine = { order: PaidOrder; lineNumber: string };
type FinalResult = Exclude<RefundResult, { state: 'pending' }>;
type DeclinedLine = { order: PaidOrder; line: Line; declined: Declined };

/** Sets the state of a line's refund. Without a pending refund the order needs no further checks. */
export const setRefundState = ({ order, line, declined, refundState }: DeclinedLine & { refundState: RefundState }): PaidOrder => {
  const changed = replaceLine(order, { ...line, declined: { ...declined, refundState } });
  const isAnyPending = changed.lines.some((other) => other.declined?.refundState === 'pending');
  return { ...changed, payment: { ...order.payment, refundCheckAt: isAnyPending ? order.payment.refundCheckAt : null } };
};

const refundedEventOf = ({ order, line, declined, at }: DeclinedLine & { at: Date }) =>
  createEvent(lineRefunded, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    line: lineFieldsOf(line),
    amount: line.price,
    reason: declined.reason,
    refundedAt: at.toISOString(),
  });

/** Causes the mail about a refunded line again; without a line, the mails about all refunded lines of the order. */
export const refundedEventsOf = ({ order, lineNumber }: { order: PaidOrder; lineNumber: string | undefined }) =>
  order.lines.flatMap((line) => {
    const { declined } = line;
    const isMeant = lineNumber === undefined || line.number === lineNumber;
    return isMeant && declined?.refundState === 'succeeded' ? [refundedEventOf({ order, line, declined, at: declined.at })] : [];
  });

/**
 * The refunded sum of the payment. It normally only grows, so the maximum is current, in whatever order the results arrive. After a failed
 * refund it can fall; then only a query made after the order was read is current.
 */
const refundedSum = async (
  { provider }: OrdersDeps,
  { payment, reported }: { payment: PaidOrder['payment']; reported: number },
): Promise<number> =>
  payment.refundFailures.length > 0
    ? (await provider.getCharge(payment.intentId)).refundedAmount
    : Math.max(payment.refundedAmount, reported);

type Settlement = RefundLine & { attempt: number; result: FinalResult; at: Date };

/** Applies the provider's result to the order; null if this attempt is already settled. */
const settleRefund = async (deps: OrdersDeps, { order, lineNumber, attempt, result, at }: Settlement): Promise<Change | null> => {
  const line = getLine(order, lineNumber);
  const { declined } = line;
  if (declined?.refundState !== 'pending' || declined.attempt !== attempt) return null;

  const changed = setRefundState({ order, line, declined, refundState: result.state });
  if (result.state === 'failed') return { order: changed, events: [] };
  const refundedAmount = await refundedSum(deps, { payment: order.payment, reported: result.refundedAmount });
  const refunded = { ...changed, payment: { ...changed.payment, refundedAmount } };
  const ended = refundedDownloadEventsOf({ order: refunded, now: at });
  const restored = restoreDownloads({ before: order, after: refunded, now: at });
  return { order: restored.order, events: [refundedEventOf({ order, line, declined, at }), ...ended, ...restored.events] };
};

type RefundAttempt = { order: PaidOrder; line: Line; attempt: number };

/** The provider refuses refunds of 0 yen, so a free video counts as refunded. */
const requestRefund = async ({ provider }: OrdersDeps, { order, line, attempt }: RefundAttempt): Promise<RefundResult> =>
  line.price === 0
    ? { state: 'succeeded', refundedAmount: order.payment.refundedAmount }
    : provider.refund({ intentId: order.payment.intentId, orderId: order.id, lineNumber: line.number, amount: line.price, attempt });

/**
 * Refunds the price of a declined line. It can be repeated at any step: the provider recognises the attempt, and of several concurrent calls
 * one writes the result, together with the event that mails the customer.
 * @throws AppError PaymentUnavailable if the provider does not respond; the line is unchanged
 */
export const refundLine = async (
  deps: OrdersDeps,
  { order, lineNumber }: RefundLine,
): Promise<{ order: PaidOrder; result: RefundResult }> => {
  const line = getLine(order, lineNumber);
  const attempt = line.declined?.attempt ?? 1;
  const result = await requestRefund(deps, { order, line, attempt });
  if (result.state === 'pending') return { order, result };
  if (result.state === 'failed') deps.logger.error({ lineNumber, attempt, reason: result.reason }, 'Refund refused by the provider');
  const { order: settled, events } = await changeOrder(deps, {
    orderNumber: order.number,
    change: (current) => settleRefund(deps, { order: current, lineNumber, attempt, result, at: deps.now() }),
  });
  if (result.state === 'succeeded' && events.length > 0) deps.metrics.refunded();
  return { order: settled, result };
};
