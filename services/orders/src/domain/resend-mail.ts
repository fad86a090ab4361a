import type { EventEnvelope } from '@stagereel/contracts';
import { type Actor, AppError } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import { usefulPageOf } from './extend-page.ts';
import { findPaidOrder } from './find-paid-order.ts';
import { isChargedBack, isGivenBack, type PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { deliveredEventOf, paidEventOf } from './order-events.ts';
import { standingPageOf } from './page-life.ts';
import type { MailLimits } from './ports.ts';

type Deps = ChangeDeps & { mailLimits: MailLimits; now: () => Date };
type Template = 'order-confirmation' | 'order-delivery';
type Resend = { orderNumber: string; template: Template; actor: Actor };

/** A mail is made of its event: a new one, for the address of now, is a new mail. */
const causes: Record<Template, (input: { order: PaidOrder; now: Date }) => EventEnvelope> = {
  'order-confirmation': ({ order }) => {
    // It promises videos, and says that no money is given back.
    if (isChargedBack(order)) throw new AppError('OrderChargedBack');
    if (isGivenBack(order)) throw new AppError('MailNotSendable');
    return paidEventOf({ order, paidAt: order.payment.paidAt });
  },
  'order-delivery': ({ order, now }) => {
    if (!standingPageOf(order)) throw new AppError('MailNotSendable');
    const page = usefulPageOf(order);
    if (page.expiresAt <= now) throw new AppError('DownloadPageExpired');
    return deliveredEventOf({ order, page });
  },
};

/**
 * Sends a mail of an order once more, to its present address. Each call is a mail of its own.
 * @returns the order's id, and the event by which the mail is known
 * @throws AppError OrderNotFound, OrderChargedBack, MailNotSendable, DownloadPageExpired, DownloadRefunded, MailResendLimitReached
 */
export const resendMail = async (deps: Deps, { orderNumber, template, actor }: Resend): Promise<{ orderId: string; causedBy: string }> => {
  const causeOf = (order: PaidOrder): EventEnvelope => causes[template]({ order, now: deps.now() });
  // What cannot be sent is refused without being counted.
  const first = await findPaidOrder(deps, orderNumber);
  causeOf(first);
  await deps.mailLimits.take(first.id);

  let causedBy = '';
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      const cause = causeOf(current);
      causedBy = cause.id;
      const after = { template, recipient: current.email };
      return { order: current, events: [cause, orderActed({ order: current, actor, action: 'mail-resent', after })] };
    },
  });
  return { orderId: order.id, causedBy };
};
