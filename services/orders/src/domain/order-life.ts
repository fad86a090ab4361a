import type { OrderLife } from '@stagereel/contracts';
import { findPaidOrder } from './find-paid-order.ts';
import type { Line, PaidOrder } from './order.ts';
import { downloadPath, latestOfEachMail, paymentMark } from './order-views.ts';
import type { OrderStore } from './ports.ts';

const lineLife = ({ number, claim, declined }: Line): OrderLife['lines'][number] => ({
  id: number,
  claim: claim && { claimedAt: claim.claimedAt.toISOString(), until: claim.until.toISOString() },
  declined: declined && { at: declined.at.toISOString(), reason: declined.reason, refundState: declined.refundState },
});

/** All that happened to an order, for the back office. */
export const toOrderLife = (order: PaidOrder): OrderLife => {
  const { payment, download } = order;
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
    page: download && {
      path: downloadPath(download.pageId),
      openedAt: download.openedAt.toISOString(),
      expiresAt: download.expiresAt.toISOString(),
    },
    lines: order.lines.map(lineLife),
  };
};

/** @throws AppError OrderNotFound */
export const showOrderLife = async (deps: { orders: Pick<OrderStore, 'findByNumber'> }, { orderNumber }: { orderNumber: string }) =>
  toOrderLife(await findPaidOrder(deps, orderNumber));
