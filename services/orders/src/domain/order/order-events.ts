import { type AdminAction, type EventEnvelope, orderDelivered, orderPaid, orderPartlyDelivered, videoReplaced } from '@stagereel/contracts';
import { type Actor, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { awaitedLines, type Line, type Order, type OrderDownload, type PaidOrder } from './order.ts';
import { lineFieldsOf } from './order-views.ts';

/** Causes the confirmation mail. A new event sends that mail again. */
export const paidEventOf = ({ order, paidAt }: { order: Order; paidAt: Date }): EventEnvelope =>
  createEvent(orderPaid, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    totalAmount: order.total,
    paidAt: paidAt.toISOString(),
    statusToken: order.statusToken,
    // The mail says that a declined line is refunded, but older data has declined lines without a refund.
    lines: order.lines.map((line) => ({ ...lineFieldsOf(line), ...(line.declined !== null && { isDeclined: true }) })),
  });

type Page = Pick<OrderDownload, 'pageId' | 'openedAt' | 'expiresAt'>;

const pageFieldsOf = ({ order, page }: { order: Order; page: Page }) => ({
  orderNumber: order.number,
  email: order.email,
  customerName: order.customerName,
  deliveredAt: page.openedAt.toISOString(),
  pageId: page.pageId,
  expiresAt: page.expiresAt.toISOString(),
});

type Delivery = { order: PaidOrder; page: Page; lines: readonly Line[] };

/**
 * Causes the mail about the delivery of these lines; a new event sends it again. It is order.partly-delivered as long as other videos are
 * awaited, and order.delivered about the last ones.
 */
export const deliveryEventOf = ({ order, page, lines }: Delivery): EventEnvelope => {
  const fields = { ...pageFieldsOf({ order, page }), statusToken: order.statusToken, lines: lines.map(lineFieldsOf) };
  const followingLines = awaitedLines(order).map(lineFieldsOf);
  if (followingLines.length === 0) {
    const isRest = order.lines.some((line) => line.video !== null && !lines.includes(line));
    return createEvent(orderDelivered, { ...fields, ...(isRest && { isRest }) });
  }
  const { paidAt } = order.payment;
  return createEvent(orderPartlyDelivered, { ...fields, followingLines, paidAt: paidAt.toISOString() });
};

/** The replaced video may be older than the latest delivery, and its mail must not be stopped by a recall of that one. */
export const videoReplacedEventOf = ({ order, page, line }: { order: Order; page: Page; line: Line }): EventEnvelope =>
  createEvent(videoReplaced, {
    ...pageFieldsOf({ order, page }),
    deliveredAt: (line.delivery?.at ?? page.openedAt).toISOString(),
    line: lineFieldsOf(line),
  });

type Details = Record<string, unknown>;
/** The part of the action's name after `order.`. */
type OrderAction = AdminAction extends infer Action ? (Action extends `order.${infer Name}` ? Name : never) : never;
type Act = { order: Order; actor: Actor; action: OrderAction; before?: Details; after?: Details };

/** The audit log's entry about an admin's action on an order. Never contains the id of a download page: whoever knows it has access. */
export const auditEventOf = ({ order, actor, action, before, after }: Act): EventEnvelope =>
  adminActedEvent({
    actor,
    action: `order.${action}`,
    target: { type: 'order', id: order.id, label: order.number },
    ...(before && { before }),
    ...(after && { after }),
  });
