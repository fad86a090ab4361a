import type { OrderLife } from '@stagereel/contracts';
import { findPaidOrder } from './find-paid-order.ts';
import { isGivenBack, type Line, type PaidOrder } from './order.ts';
import { downloadPath, latestOfEachMail, paymentMark } from './order-views.ts';
import { recallMsLeft, standingPageOf } from './page-life.ts';
import type { OrderStore } from './ports.ts';

const lineLife = ({ number, claim, declined }: Line): OrderLife['lines'][number] => ({
  id: number,
  claim: claim && { claimedAt: claim.claimedAt.toISOString(), until: claim.until.toISOString() },
  declined: declined && { at: declined.at.toISOString(), reason: declined.reason, refundState: declined.refundState },
});

/** All that happened to an order, for the back office. */
const toOrderLife = ({ order, now }: { order: PaidOrder; now: Date }): OrderLife => {
  const { payment, download } = order;
  const page = standingPageOf(order);
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
    mails: latestOfEachMail(order.mails).map(({ mailId, template, recipient, state, at }) => ({
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
      recallableMs: isGivenBack(order) ? 0 : Math.max(0, recallMsLeft({ page, now })),
    },
    recalledAt: download?.recalledAt?.toISOString() ?? null,
    lines: order.lines.map(lineLife),
  };
};

/** The life of an order that was just changed. */
export const lifeBy =
  ({ now }: { now: () => Date }) =>
  (order: PaidOrder): OrderLife =>
    toOrderLife({ order, now: now() });

/** @throws AppError OrderNotFound */
export const showOrderLife = async (
  deps: { orders: Pick<OrderStore, 'findByNumber'>; now: () => Date },
  { orderNumber }: { orderNumber: string },
): Promise<OrderLife> => toOrderLife({ order: await findPaidOrder(deps, orderNumber), now: deps.now() });
