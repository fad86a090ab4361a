import type { OrderTimeline } from '@stagereel/contracts';
import type { OrdersDeps } from '../deps.ts';
import { currentPageOf, recallMsLeft } from './download-page-expiry.ts';
import { findPaidOrder } from './find-order.ts';
import { hasNothingToDeliver, type Line, type PaidOrder } from './order.ts';
import { downloadPath, finalMailOutcomes, paymentMark } from './order-views.ts';

const lineTimeline = ({ number, claim, declined }: Line): OrderTimeline['lines'][number] => ({
  id: number,
  claim: claim && { claimedAt: claim.claimedAt.toISOString(), until: claim.until.toISOString() },
  declined: declined && { at: declined.at.toISOString(), reason: declined.reason, refundState: declined.refundState },
});

/** Everything that happened to an order, for the back office. */
export const toOrderTimeline = ({ now }: OrdersDeps, order: PaidOrder): OrderTimeline => {
  const { payment, download } = order;
  const page = currentPageOf(order);
  return {
    orderNumber: order.number,
    status: order.status,
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
      recallableMs: hasNothingToDeliver(order) ? 0 : Math.max(0, recallMsLeft({ page, now: now() })),
    },
    recalledAt: download?.recalledAt?.toISOString() ?? null,
    lines: order.lines.map(lineTimeline),
  };
};

/** @throws AppError OrderNotFound */
export const readOrderTimeline = async (deps: OrdersDeps, { orderNumber }: { orderNumber: string }): Promise<OrderTimeline> =>
  toOrderTimeline(deps, await findPaidOrder(deps, orderNumber));
