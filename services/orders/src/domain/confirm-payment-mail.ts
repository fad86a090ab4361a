import { awaitMail } from './await-mail.ts';
import { findOwnOrder } from './find-own-order.ts';
import type { OrderStore } from './ports.ts';
import { type RequirePaidDeps, requirePaid } from './require-paid.ts';

type Deps = RequirePaidDeps & { orders: Pick<OrderStore, 'findByNumber'>; mailWaitMs: number };

/**
 * The state of the mail that the payment caused. Nothing is sent from here: the mail's text and its recipient are the server's alone.
 * @throws AppError OrderNotFound, PaymentRequired, PaymentPending
 */
export const confirmPaymentMail = async (deps: Deps, { emails, orderNumber }: { emails: readonly string[]; orderNumber: string }) => {
  const order = await requirePaid(deps, await findOwnOrder(deps, { emails, orderNumber }));
  const sent = await awaitMail(deps, { orderId: order.id, causedBy: order.payment.paidEventId });
  return { orderNumber: order.number, sent };
};
