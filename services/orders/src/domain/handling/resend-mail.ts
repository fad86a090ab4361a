import type { EventEnvelope } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { requireUsablePage } from '../download/renew-download.ts';
import { followUpAfterResend } from '../follow-up/rejected-mails.ts';
import { changeOrder } from '../order/change-order.ts';
import { pageWithVideosOf } from '../order/download-page-expiry.ts';
import { findPaidOrder } from '../order/find-order.ts';
import { hasNothingToDeliver, isChargedBack, type PaidOrder } from '../order/order.ts';
import { auditEventOf, deliveryEventOf, paidEventOf } from '../order/order-events.ts';

type Template = 'order-confirmation' | 'order-delivery';
type ResendMail = { orderNumber: string; template: Template; actor: Actor };

/** notify creates mails from events, so a new event with the current address sends the mail again. */
export const resentEventOf: Record<Template, (input: { order: PaidOrder; now: Date }) => EventEnvelope> = {
  'order-confirmation': ({ order }) => {
    // The confirmation promises videos and does not mention refunds, so it is not sent if the customer will receive no video.
    if (isChargedBack(order)) throw new AppError('OrderChargedBack');
    if (hasNothingToDeliver(order)) throw new AppError('MailNotSendable');
    return paidEventOf({ order, paidAt: order.payment.paidAt });
  },
  'order-delivery': ({ order, now }) => {
    if (!pageWithVideosOf(order)) throw new AppError('MailNotSendable');
    const page = requireUsablePage(order);
    if (page.expiresAt <= now) throw new AppError('DownloadPageExpired');
    return deliveryEventOf({ order, page, lines: order.lines.filter(({ video }) => video !== null) });
  },
};

/**
 * Sends a mail of an order again, to its current address. Every call sends a separate mail.
 * @returns what awaitMail needs: the order's id and the event that causes the mail
 * @throws AppError OrderNotFound, OrderChargedBack, MailNotSendable, DownloadPageExpired, DownloadRefunded, MailResendLimitReached
 */
export const resendMail = async (
  deps: OrdersDeps,
  { orderNumber, template, actor }: ResendMail,
): Promise<{ orderId: string; causedBy: string }> => {
  const createMailEvent = (order: PaidOrder): EventEnvelope => resentEventOf[template]({ order, now: deps.now() });
  // A mail that cannot be sent is not counted.
  const found = await findPaidOrder(deps, orderNumber);
  createMailEvent(found);
  await deps.mailLimits.countResend(found.id);

  let causedBy = '';
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const event = createMailEvent(current);
      causedBy = event.id;
      const after = { template, recipient: current.email };
      const followUp = followUpAfterResend(current.followUp, { templates: [template], eventId: event.id });
      return { order: { ...current, followUp }, events: [event, auditEventOf({ order: current, actor, action: 'mail-resent', after })] };
    },
  });
  return { orderId: order.id, causedBy };
};
