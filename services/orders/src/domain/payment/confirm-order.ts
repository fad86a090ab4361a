import { type CustomerLine, normalise, type OrderRecord } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { awaitMail } from '../order/await-mail.ts';
import { findOwnOrder } from '../order/find-order.ts';
import type { Line, Order } from '../order/order.ts';
import { toCustomerLine } from '../order/order-views.ts';
import { requirePaid } from './settle-payment.ts';

/** Old clients send a meaningless contest id, so the contest name is compared if the id does not match. */
const findLine = ({ order, record }: { order: Order; record: OrderRecord }): Line | undefined => {
  const { contestId, contestName, category, athleteNumber, style } = record;
  const candidates = order.lines.filter(
    (line) => line.category === category && line.athleteNumber === athleteNumber && line.style === style,
  );
  if (contestId === undefined && contestName === undefined) return candidates.length === 1 ? candidates[0] : undefined;
  return (
    candidates.find((line) => contestId !== undefined && line.contestId === String(contestId)) ??
    candidates.find((line) => contestName !== undefined && normalise(line.contestName) === normalise(contestName))
  );
};

/**
 * Returns the stored line of each record. The browser calls this after the card was charged; the name of its route (POST /api/orders) is given
 * by the specification. It writes nothing except the payment, if this call is the first to see that it succeeded, so it can be repeated.
 * @throws AppError OrderNotFound, PaymentRequired, PaymentPending
 */
export const getPlacedLines = async (
  deps: OrdersDeps,
  { emails, records }: { emails: readonly string[]; records: readonly OrderRecord[] },
): Promise<CustomerLine[]> => {
  const paidOrders = new Map<string, Promise<Order>>();
  const getPaidOrder = ({ paymentIntentId, orderNumber }: OrderRecord): Promise<Order> => {
    const reference = JSON.stringify([paymentIntentId, orderNumber]);
    const paidOrder =
      paidOrders.get(reference) ?? findOwnOrder(deps, { emails, paymentIntentId, orderNumber }).then((order) => requirePaid(deps, order));
    paidOrders.set(reference, paidOrder);
    return paidOrder;
  };

  const lines: CustomerLine[] = [];
  for (const record of records) {
    const order = await getPaidOrder(record);
    const line = findLine({ order, record });
    if (!line) throw new AppError('OrderNotFound');
    lines.push(toCustomerLine({ order, line }));
  }
  return lines;
};

/**
 * Waits for the confirmation mail of a paid order and returns whether it was sent. It sends nothing itself: the order.paid event does.
 * @throws AppError OrderNotFound, PaymentRequired, PaymentPending
 */
export const confirmPaymentMail = async (
  deps: OrdersDeps,
  { emails, orderNumber }: { emails: readonly string[]; orderNumber: string },
): Promise<{ orderNumber: string; sent: boolean }> => {
  const order = await requirePaid(deps, await findOwnOrder(deps, { emails, orderNumber }));
  const sent = await awaitMail(deps, { orderId: order.id, causedBy: order.payment.paidEventId, mails: order.mails });
  return { orderNumber: order.number, sent };
};
