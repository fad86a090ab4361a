import { isFullyRefunded, type OrderLineState, type OrderStatusPage } from '@stagereel/contracts';
import { deliveryPromise, isPromiseOver } from '@stagereel/contracts/delivery-promise';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { feedbackPageOf, latestProblemOf, videosDigestOf } from '../follow-up/delivery-feedback.ts';
import { receivedAtOf } from '../follow-up/reminder-times.ts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import { isDeclined, isPaid, type Line, type PaidOrder } from '../order/order.ts';
import { paymentMark, videoFieldsOf } from '../order/order-views.ts';

type StatusInput = { order: PaidOrder; now: Date; isFeedbackOn: boolean };

const isRepaid = (order: PaidOrder): boolean => isFullyRefunded(paymentMark(order));

const lineStateOf = ({ order, line }: { order: PaidOrder; line: Line }): OrderLineState => {
  if (isDeclined(line)) return 'declined';
  if (isRepaid(order)) return 'refunded';
  const page = currentPageOf(order);
  if (page && line.video) return 'delivered';
  return order.status === '対応済み' ? 'closed' : 'in-production';
};

const feedbackOf = (order: PaidOrder): OrderStatusPage['feedback'] =>
  feedbackPageOf(order) && {
    receivedAt: receivedAtOf(order)?.toISOString() ?? null,
    videos: videosDigestOf(order),
    problem: latestProblemOf(order),
  };

const toStatusPage = ({ order, now, isFeedbackOn }: StatusInput): OrderStatusPage => {
  const page = currentPageOf(order);
  const promise = deliveryPromise(order.payment.paidAt);
  const lines = order.lines.map((line) => ({
    id: line.number,
    ...videoFieldsOf(line),
    state: lineStateOf({ order, line }),
    isRefunded: isRepaid(order) || line.declined?.refundState === 'succeeded',
  }));
  const isAwaited = lines.some(({ state }) => state === 'in-production');
  return {
    orderNumber: order.number,
    orderDate: order.createdAt.toISOString(),
    lines,
    total: order.total,
    refundedAmount: order.payment.refundedAmount,
    promisedFrom: promise.earliest.toISOString(),
    promisedBy: promise.latest.toISOString(),
    isLate: isAwaited && isPromiseOver({ promise, now }),
    deliveredAt: page?.openedAt.toISOString() ?? null,
    downloadableUntil: page?.expiresAt.toISOString() ?? null,
    feedback: isFeedbackOn ? feedbackOf(order) : null,
    isRecalled: isAwaited && order.download !== null && page === null,
  };
};

/** The status page after the customer did something on it. */
export const statusPageOf = async ({ settings, now }: OrdersDeps, order: PaidOrder): Promise<OrderStatusPage> =>
  toStatusPage({ order, now: now(), isFeedbackOn: (await settings.read()).deliveryFeedback });

/**
 * What a customer needs to know about the progress of an order. The token is the only key, so the page has no personal data and no link to the
 * videos: whoever is sent the address receives no goods.
 * @throws AppError OrderNotFound, also for an order that is not paid
 */
export const showOrderStatus = async (deps: OrdersDeps, { token }: { token: string }): Promise<OrderStatusPage> => {
  const order = await deps.orders.findByStatusToken(token);
  if (!order || !isPaid(order)) throw new AppError('OrderNotFound');
  return statusPageOf(deps, order);
};
