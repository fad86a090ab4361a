import { type Actor, AppError, isAppError, nullAfterTimeout, withTimeout } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { endDownloadsAfterRefund } from '../download/end-downloads.ts';
import { type Change, changeOrder } from '../order/change-order.ts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import { findPaidOrder } from '../order/find-order.ts';
import { awaitedLines, type Declined, type Dispute, getLine, type Line, type PaidOrder, replaceLine } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { refundLine } from './refund-line.ts';

type DeclineLine = { orderNumber: string; lineNumber: string; reason: string; actor: Actor };

/** A declined line can be declined again only if the provider refused its refund. */
const requireDeclinable = (line: Line): void => {
  if (line.declined && line.declined.refundState !== 'failed') throw new AppError('LineAlreadyDeclined');
  if (line.claim || line.reArmedAt) throw new AppError('LineAlreadyClaimed');
};

const findDeclinableLine = async (deps: OrdersDeps, { orderNumber, lineNumber }: DeclineLine) => {
  const order = await findPaidOrder(deps, orderNumber);
  const line = getLine(order, lineNumber);
  requireDeclinable(line);
  return { order, line };
};

const requireUndisputed = (dispute: Dispute | null): void => {
  if (dispute?.outcome === null) throw new AppError('RefundDisputed');
  if (dispute?.outcome === 'lost') throw new AppError('RefundChargedBack');
};

const disputeOf = ({ payment: { disputedAt, disputeOutcome } }: PaidOrder): Dispute | null =>
  disputedAt && { openedAt: disputedAt, outcome: disputeOutcome };

/** Checks the provider's current state of the payment before the decision, because the stored one may be outdated. */
const requireRefundable = async (deps: OrdersDeps, { order, line }: { order: PaidOrder; line: Line }): Promise<void> => {
  const { orders, provider, refundWaitMs } = deps;
  const { intentId } = order.payment;
  const charge = await withTimeout(provider.getCharge(intentId), refundWaitMs).catch((cause: unknown) => {
    throw new AppError('RefundFailed', { cause });
  });
  const { dispute, amountLeft } = charge;
  // The webhook about the end of a dispute may be lost; the order would then never become refundable again.
  if (dispute) await orders.recordDispute({ intentId, dispute });
  // An earlier call may have recorded the dispute and failed before it ended the downloads.
  if (dispute?.outcome === 'lost') await endDownloadsAfterRefund(deps, { intentId });
  requireUndisputed(dispute);
  if (line.price > amountLeft) throw new AppError('RefundExceedsPaid');
};

/** A partly delivered order is delivered once the rest of its videos is declined. */
const statusAfterDecline = ({ order, at }: { order: PaidOrder; at: Date }): Pick<PaidOrder, 'status' | 'handledAt'> => {
  const isPartlyDelivered = order.handledAt === null && currentPageOf(order) !== null && order.lines.some(({ video }) => video !== null);
  if (!isPartlyDelivered || awaitedLines(order).length > 0) return order;
  return { status: '納品済み', handledAt: at };
};

const decline = (input: DeclineLine & { order: PaidOrder; at: Date; checkAt: Date }): Change => {
  const { order, lineNumber, reason, actor, at, checkAt } = input;
  const line = getLine(order, lineNumber);
  requireDeclinable(line);
  requireUndisputed(disputeOf(order));
  const declined: Declined = { at, reason, refundState: 'pending', attempt: (line.declined?.attempt ?? 0) + 1 };
  const changed = replaceLine(order, { ...line, productionPossible: true, declined, video: null, delivery: null });
  const { status, handledAt } = statusAfterDecline({ order: changed, at });
  const hasNewStatus = status !== order.status;
  const audit = auditEventOf({
    order,
    actor,
    action: 'line-declined',
    before: { line: lineNumber, declined: line.productionPossible, ...(hasNewStatus && { status: order.status }) },
    after: { line: lineNumber, declined: true, reason, refund: line.price, ...(hasNewStatus && { status }) },
  });
  return { order: { ...changed, status, handledAt, payment: { ...order.payment, refundCheckAt: checkAt } }, events: [audit] };
};

/**
 * Declines to produce a video: its download is removed and its price refunded. The decision is one write; the refund follows. If the provider
 * is slow, the refund continues in the background or by the refund job, and the returned line may still be `pending`.
 * @throws AppError OrderNotFound, LineAlreadyDeclined, LineAlreadyClaimed, RefundDisputed, RefundChargedBack, RefundExceedsPaid, RefundFailed
 */
export const declineLine = async (deps: OrdersDeps, input: DeclineLine): Promise<PaidOrder> => {
  const { orderNumber, lineNumber } = input;
  const found = await findDeclinableLine(deps, input);
  await requireRefundable(deps, found).catch(async (error: unknown) => {
    // If another admin declined the line in the meantime, report that instead of the missing money.
    await findDeclinableLine(deps, input);
    throw error;
  });

  const at = deps.now();
  const checkAt = new Date(at.getTime() + deps.checkEveryMs);
  const { order } = await changeOrder(deps, { orderNumber, change: (current) => decline({ ...input, order: current, at, checkAt }) });
  const refunding = refundLine(deps, { order, lineNumber }).catch((err: unknown) => {
    deps.logger[isAppError(err, 'PaymentUnavailable') ? 'warn' : 'error']({ err, lineNumber }, 'Refund left to the refund job');
    return null;
  });
  const settled = await nullAfterTimeout(refunding, deps.refundWaitMs);
  if (!settled) return order;
  const { result } = settled;
  if (result.state === 'failed') throw new AppError(result.isDisputed ? 'RefundDisputed' : 'RefundFailed', { cause: result.reason });
  return settled.order;
};
