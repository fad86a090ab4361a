import { type EventEnvelope, orderDelivered, orderPaid, videoReplaced } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { Line, Order, OrderDownload } from './order.ts';
import { lineFactsOf } from './order-views.ts';

/** Tells of a payment; also what the confirmation is sent again by. */
export const paidEventOf = ({ order, paidAt }: { order: Order; paidAt: Date }): EventEnvelope =>
  createEvent(orderPaid, {
    orderNumber: order.number,
    email: order.email,
    customerName: order.customerName,
    totalAmount: order.total,
    paidAt: paidAt.toISOString(),
    // The mail says that a declined one is given back, and older data has declined ones that never were.
    lines: order.lines.map((line) => ({ ...lineFactsOf(line), ...(line.declined !== null && { isDeclined: true }) })),
  });

type Page = Pick<OrderDownload, 'pageId' | 'openedAt' | 'expiresAt'>;

/** Whose page it is, and where. */
const pageFactsOf = ({ order, page }: { order: Order; page: Page }) => ({
  orderNumber: order.number,
  email: order.email,
  customerName: order.customerName,
  deliveredAt: page.openedAt.toISOString(),
  pageId: page.pageId,
  expiresAt: page.expiresAt.toISOString(),
});

/** Tells of the videos on a download page; also what its mail is sent again by. */
export const deliveredEventOf = ({ order, page }: { order: Order; page: Page }): EventEnvelope =>
  createEvent(orderDelivered, {
    ...pageFactsOf({ order, page }),
    lines: order.lines.filter(({ video }) => video !== null).map(lineFactsOf),
  });

type Replaced = { order: Order; page: Page; line: Line };

/** Tells that one video on a download page is another one now. */
export const replacedEventOf = ({ order, page, line }: Replaced): EventEnvelope =>
  createEvent(videoReplaced, {
    ...pageFactsOf({ order, page }),
    line: lineFactsOf(line),
  });
