import type { OrderTimeline } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { isProblemTask, openTaskViews, type ProblemTask } from '../follow-up/follow-up.ts';
import { receivedAtOf } from '../follow-up/reminder-times.ts';
import { currentPageOf, recallMsLeft } from './download-page-expiry.ts';
import { findPaidOrder } from './find-order.ts';
import { hasNothingToDeliver, isReopenable, type Line, latestDeliveredLines, type PaidOrder } from './order.ts';
import { downloadPath, finalMailOutcomes, paymentMark, shownStatus } from './order-views.ts';

const lineTimeline = ({ number, delivery, claim, declined }: Line): OrderTimeline['lines'][number] => ({
  id: number,
  deliveredAt: delivery?.at.toISOString() ?? null,
  claim: claim && { claimedAt: claim.claimedAt.toISOString(), until: claim.until.toISOString() },
  declined: declined && { at: declined.at.toISOString(), reason: declined.reason, refundState: declined.refundState },
});

const reportedProblem = ({ id, createdAt, text, closedAt, note }: ProblemTask): OrderTimeline['problems'][number] => ({
  id,
  at: createdAt.toISOString(),
  text,
  closedAt: closedAt?.toISOString() ?? null,
  note,
});

/** Everything that happened to an order, for the back office. */
export const toOrderTimeline = ({ now }: OrdersDeps, order: PaidOrder): OrderTimeline => {
  const { payment, download } = order;
  const page = currentPageOf(order);
  const isRecallable = !hasNothingToDeliver(order) && latestDeliveredLines(order).length > 0;
  return {
    orderNumber: order.number,
    status: shownStatus(order),
    isReopenable: isReopenable(order),
    email: order.email,
    customerName: order.customerName,
    createdAt: order.createdAt.toISOString(),
    payment: {
      mark: paymentMark(order),
      total: order.total,
      refundedAmount: payment.refundedAmount,
      paidAt: payment.paidAt.toISOString(),
      intentId: payment.intentId,
      disputedAt: payment.disputedAt?.toISOString() ?? null,
      disputeOutcome: payment.disputeOutcome,
    },
    mails: finalMailOutcomes(order.mails).map(({ mailId, template, recipient, state, at }) => ({
      mailId,
      template,
      recipient,
      state,
      at: at.toISOString(),
    })),
    page: page && {
      path: downloadPath(page.pageId),
      openedAt: page.openedAt.toISOString(),
      expiresAt: page.expiresAt.toISOString(),
      recallableMs: isRecallable ? Math.max(0, recallMsLeft({ page, now: now() })) : 0,
    },
    recalledAt: download?.recalledAt?.toISOString() ?? null,
    tasks: openTaskViews(order.followUp),
    receivedAt: receivedAtOf(order)?.toISOString() ?? null,
    problems: order.followUp.tasks.filter(isProblemTask).map(reportedProblem),
    lines: order.lines.map(lineTimeline),
  };
};

/** @throws AppError OrderNotFound */
export const readOrderTimeline = async (deps: OrdersDeps, { orderNumber }: { orderNumber: string }): Promise<OrderTimeline> =>
  toOrderTimeline(deps, await findPaidOrder(deps, orderNumber));
