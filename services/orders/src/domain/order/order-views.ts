import {
  type AdminLine,
  type CustomerLine,
  isHandled,
  type OrderLineDetails,
  type OrderStatus,
  type PAYMENT_MARKS,
} from '@stagereel/contracts';
import { openTaskViews } from '../follow-up/follow-up.ts';
import { receivedAtOf } from '../follow-up/reminder-times.ts';
import { currentPageOf } from './download-page-expiry.ts';
import {
  hasNothingToDeliver,
  isChargedBack,
  isDeclined,
  isPriceRepaid,
  isSettledByRefund,
  type Line,
  type MailOutcome,
  type Order,
} from './order.ts';

/** The web's path of a download page. Customers get it instead of the link to the video. */
export const downloadPath = (pageId: string): string => `/download/${pageId}`;

/** The fields of a line that customers, admins and mails all show. */
export const videoFieldsOf = (line: Line): Omit<OrderLineDetails, 'lineNumber'> => ({
  contestName: line.contestName,
  category: line.category,
  athleteNumber: line.athleteNumber,
  athleteName: line.athleteName,
  style: line.style,
  price: line.price,
});

export const lineFieldsOf = (line: Line): OrderLineDetails => ({ lineNumber: line.number, ...videoFieldsOf(line) });

const sharedFields = ({ order, line }: { order: Order; line: Line }) => ({
  id: line.number,
  orderNumber: line.number,
  contestId: line.contestId,
  ...videoFieldsOf(line),
  status: order.status,
  orderDate: order.createdAt.toISOString(),
  customerEmail: order.email,
  customerName: order.customerName,
});

/** The payment state that the web shows as a badge. */
export const paymentMark = (order: Order): (typeof PAYMENT_MARKS)[number] => {
  if (isChargedBack(order)) return 'charged-back';
  if (isPriceRepaid(order) && hasNothingToDeliver(order)) return 'refunded';
  if (order.payment.disputedAt && !order.payment.disputeOutcome) return 'disputed';
  return order.payment.refundedAmount > 0 ? 'partially-refunded' : 'paid';
};

/** The status in the back office: an order that is settled by refunds counts as handled. */
export const shownStatus = (order: Order): OrderStatus =>
  !isHandled(order.status) && isSettledByRefund(order) ? '対応済み' : order.status;

/** The customer's view of a line. It links to the download page, never to the video itself. */
export const toCustomerLine = ({ order, line }: { order: Order; line: Line }): CustomerLine => {
  const page = currentPageOf(order);
  return {
    ...sharedFields({ order, line }),
    payment: paymentMark(order),
    isDeclined: isDeclined(line),
    videoUploaded: line.video !== null,
    videoDownloadUrl: line.video && page ? downloadPath(page.pageId) : null,
    statusPath: `/order-status/${order.statusToken}`,
  };
};

/** The final outcome of each mail: `sent` wins over any failure, else the latest failure. */
export const finalMailOutcomes = (outcomes: readonly MailOutcome[]): MailOutcome[] => {
  const byMail = new Map<string, MailOutcome>();
  for (const outcome of outcomes) {
    const known = byMail.get(outcome.mailId);
    const isNewer = !known || (known.state === 'failed' && (outcome.state === 'sent' || outcome.at > known.at));
    if (isNewer) byMail.set(outcome.mailId, outcome);
  }
  return [...byMail.values()];
};

/** The back office's view of an order's lines. */
export const toAdminLines = (order: Order): AdminLine[] => {
  const page = currentPageOf(order);
  const status = shownStatus(order);
  const orderFields = {
    payment: paymentMark(order),
    handledAt: order.handledAt?.toISOString() ?? null,
    downloadPath: page && downloadPath(page.pageId),
    downloadExpiresAt: page?.expiresAt.toISOString() ?? null,
    mails: finalMailOutcomes(order.mails).map(({ template, lineNumber, state, at }) => ({
      template,
      lineNumber,
      state,
      at: at.toISOString(),
    })),
    receivedAt: receivedAtOf(order)?.toISOString() ?? null,
  };
  return order.lines.map((line, index) => ({
    ...sharedFields({ order, line }),
    ...orderFields,
    // Their texts can be long, and the list has all orders.
    tasks: index === 0 ? openTaskViews(order.followUp) : [],
    status,
    productionPossible: line.productionPossible,
    declined: line.declined && { refundState: line.declined.refundState },
    videoDownloadUrl: line.video?.url ?? null,
    claimedAt: line.claim?.claimedAt.toISOString() ?? null,
  }));
};
