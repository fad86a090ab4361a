import type { AdminLine, CustomerLine, OrderLineFacts, PAYMENT_MARKS } from '@stagereel/contracts';
import { isChargedBack, isDeclined, isGivenBack, isMoneyBack, type Line, type MailFact, type Order } from './order.ts';
import { standingPageOf } from './page-life.ts';

/** Where the web shows a download page; also what customers get in place of a link to the video itself. */
export const downloadPath = (pageId: string): string => `/download/${pageId}`;

/** What everybody who may see a line sees of it. */
export const videoFactsOf = (line: Line): Omit<OrderLineFacts, 'lineNumber'> => ({
  contestName: line.contestName,
  category: line.category,
  athleteNumber: line.athleteNumber,
  athleteName: line.athleteName,
  style: line.style,
  price: line.price,
});

/** What a mail tells of a line. */
export const lineFactsOf = (line: Line): OrderLineFacts => ({ lineNumber: line.number, ...videoFactsOf(line) });

const sharedFields = ({ order, line }: { order: Order; line: Line }) => ({
  id: line.number,
  orderNumber: line.number,
  contestId: line.contestId,
  ...videoFactsOf(line),
  status: order.status,
  orderDate: order.createdAt.toISOString(),
  customerEmail: order.email,
  customerName: order.customerName,
});

export const paymentMark = (order: Order): (typeof PAYMENT_MARKS)[number] => {
  if (isChargedBack(order)) return 'charged-back';
  if (isMoneyBack(order) && isGivenBack(order)) return 'refunded';
  if (order.payment.disputedAt && !order.payment.disputeOutcome) return 'disputed';
  return order.payment.refundedAmount > 0 ? 'partially-refunded' : 'paid';
};

/** A line as its customer sees it: the way to a video is the download page, never the outside link. */
export const toCustomerLine = ({ order, line }: { order: Order; line: Line }): CustomerLine => {
  const page = standingPageOf(order);
  return {
    ...sharedFields({ order, line }),
    payment: paymentMark(order),
    isDeclined: isDeclined(line),
    videoUploaded: line.video !== null,
    videoDownloadUrl: line.video && page ? downloadPath(page.pageId) : null,
  };
};

/** One fact a mail: sent once anybody has heard so, whatever failed before. */
export const latestOfEachMail = (facts: readonly MailFact[]): MailFact[] => {
  const byMail = new Map<string, MailFact>();
  for (const fact of facts) {
    const known = byMail.get(fact.mailId);
    if (!known || (known.state === 'failed' && (fact.state === 'sent' || fact.at > known.at))) byMail.set(fact.mailId, fact);
  }
  return [...byMail.values()];
};

export const toAdminLines = (order: Order): AdminLine[] => {
  const page = standingPageOf(order);
  const ofOrder = {
    payment: paymentMark(order),
    handledAt: order.handledAt?.toISOString() ?? null,
    downloadPath: page && downloadPath(page.pageId),
    mails: latestOfEachMail(order.mails).map(({ template, state, at }) => ({ template, state, at: at.toISOString() })),
  };
  return order.lines.map((line) => ({
    ...sharedFields({ order, line }),
    ...ofOrder,
    productionPossible: line.productionPossible,
    declined: line.declined && { refundState: line.declined.refundState },
    videoDownloadUrl: line.video?.url ?? null,
    claimedAt: line.claim?.claimedAt.toISOString() ?? null,
  }));
};
