import { type Actor, AppError, isAppError } from '@stagereel/service-kit';
import { type Change, changeOrder } from './change-order.ts';
import { endGivenBackDownloads } from './end-downloads.ts';
import { findPaidOrder } from './find-paid-order.ts';
import { lineOf, withLine } from './lines.ts';
import type { Declined, Line, PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import type { OrderStore, PaymentProvider, ProviderDispute } from './ports.ts';
import { type RefundDeps, refundLine } from './refund-line.ts';
import { within } from './within.ts';

export type DeclineDeps = RefundDeps & {
  orders: RefundDeps['orders'] & Pick<OrderStore, 'noteDispute' | 'findByIntent'>;
  provider: Pick<PaymentProvider, 'chargeOf'>;
  /** How long after a refund was decided the reconciler takes it up, in ms. */
  everyMs: number;
  /** How long an answer waits for the provider, in ms, before the decision and after it. */
  providerWaitMs: number;
};
type Decline = { orderNumber: string; lineNumber: string; reason: string; actor: Actor };

/** Only a refund that the provider refused may be tried again. */
const assertDeclinable = (line: Line): void => {
  if (line.declined && line.declined.refundState !== 'failed') throw new AppError('LineAlreadyDeclined');
  if (line.claim || line.reArmedAt) throw new AppError('LineAlreadyClaimed');
};

const assertUndisputed = (dispute: ProviderDispute | null): void => {
  if (dispute?.outcome === null) throw new AppError('RefundDisputed');
  if (dispute?.outcome === 'lost') throw new AppError('RefundChargedBack');
};

const disputeOf = ({ payment: { disputedAt, disputeOutcome } }: PaidOrder): ProviderDispute | null =>
  disputedAt && { openedAt: disputedAt, outcome: disputeOutcome };

/** The provider's word on the money, before anything is decided: ours may be behind it. */
const assertRefundable = async (deps: DeclineDeps, { order, line }: { order: PaidOrder; line: Line }): Promise<void> => {
  const { orders, provider, providerWaitMs } = deps;
  const { intentId } = order.payment;
  const charge = await within(provider.chargeOf(intentId), providerWaitMs).catch((cause: unknown) => {
    throw new AppError('RefundFailed', { cause });
  });
  if (!charge) throw new AppError('RefundFailed', { cause: new Error('the provider takes too long') });
  const { dispute, amountLeft } = charge;
  // The news of its end may have been lost, and would keep the payment from being refunded for good.
  if (dispute) await orders.noteDispute({ intentId, dispute });
  // Whoever noted it may have failed before the downloads had ended.
  if (dispute?.outcome === 'lost') await endGivenBackDownloads(deps, { intentId });
  assertUndisputed(dispute);
  if (line.price > amountLeft) throw new AppError('RefundExceedsPaid');
};

const decline = (input: Decline & { order: PaidOrder; at: Date; checkAt: Date }): Change => {
  const { order, lineNumber, reason, actor, at, checkAt } = input;
  const line = lineOf(order, lineNumber);
  assertDeclinable(line);
  assertUndisputed(disputeOf(order));
  const declined: Declined = { at, reason, refundState: 'pending', attempt: (line.declined?.attempt ?? 0) + 1 };
  const changed = withLine(order, { ...line, productionPossible: true, declined, video: null });
  const acted = orderActed({
    order,
    actor,
    action: 'line-declined',
    before: { line: lineNumber, declined: line.productionPossible },
    after: { line: lineNumber, declined: true, reason, refund: line.price },
  });
  return { order: { ...changed, payment: { ...order.payment, refundCheckAt: checkAt } }, events: [acted] };
};

/**
 * Declines to produce a video: its price goes back to the card and its download is gone. That it is declined is one write; the refund follows.
 * A provider that is slow is not waited for: the refund goes on, and what gets no answer is taken up by the reconciler, so the answer may say
 * `pending`.
 * @throws AppError OrderNotFound, LineAlreadyDeclined, LineAlreadyClaimed, RefundDisputed, RefundChargedBack, RefundExceedsPaid, RefundFailed
 */
export const declineLine = async (deps: DeclineDeps, input: Decline): Promise<PaidOrder> => {
  const { orderNumber, lineNumber } = input;
  const judge = async () => {
    const order = await findPaidOrder(deps, orderNumber);
    const line = lineOf(order, lineNumber);
    assertDeclinable(line);
    return { order, line };
  };
  const seen = await judge();
  await assertRefundable(deps, seen).catch(async (refusal: unknown) => {
    // Of two who decline it at once, the later one hears of the other rather than of the money that is gone by then.
    await judge();
    throw refusal;
  });

  const at = deps.now();
  const checkAt = new Date(at.getTime() + deps.everyMs);
  const { order } = await changeOrder(deps, { orderNumber, change: (current) => decline({ ...input, order: current, at, checkAt }) });
  const refunding = refundLine(deps, { order, lineNumber }).catch((err: unknown) => {
    deps.logger[isAppError(err, 'PaymentUnavailable') ? 'warn' : 'error']({ err, lineNumber }, 'a refund waits for the reconciler');
    return null;
  });
  const settled = await within(refunding, deps.providerWaitMs);
  if (!settled) return order;
  const { refund } = settled;
  if (refund.state === 'failed') throw new AppError(refund.isDisputed ? 'RefundDisputed' : 'RefundFailed', { cause: refund.reason });
  return settled.order;
};
