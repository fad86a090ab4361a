import { type CustomerLine, normalise, type OrderRecord } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { findOwnOrder } from './find-own-order.ts';
import type { Line, Order } from './order.ts';
import { toCustomerLine } from './order-views.ts';
import type { OrderStore } from './ports.ts';
import { type RequirePaidDeps, requirePaid } from './require-paid.ts';

type Deps = RequirePaidDeps & { orders: Pick<OrderStore, 'findByNumber'> };

/** Clients of old send a contest id that means nothing, so the name serves where the id does not. */
const findLine = ({ order, record }: { order: Order; record: OrderRecord }): Line | undefined => {
  const { contestId, contestName, category, athleteNumber, style } = record;
  const alike = order.lines.filter((line) => line.category === category && line.athleteNumber === athleteNumber && line.style === style);
  if (contestId === undefined && contestName === undefined) return alike.length === 1 ? alike[0] : undefined;
  return (
    alike.find((line) => contestId !== undefined && line.contestId === String(contestId)) ??
    alike.find((line) => contestName !== undefined && normalise(line.contestName) === normalise(contestName))
  );
};

/**
 * What the web does after the card: each record is answered by the line that was stored before the payment. Nothing is written but the
 * payment itself, where this call is the first to hear of it, so it may be repeated at will.
 * @throws AppError OrderNotFound, PaymentRequired, PaymentPending
 */
export const placeOrders = async (
  deps: Deps,
  input: { emails: readonly string[]; records: readonly OrderRecord[] },
): Promise<CustomerLine[]> => {
  const { emails, records } = input;
  const paidOrders = new Map<string, Promise<Order>>();
  const paidOrderOf = ({ paymentIntentId, orderNumber }: OrderRecord): Promise<Order> => {
    const reference = JSON.stringify([paymentIntentId, orderNumber]);
    const paid =
      paidOrders.get(reference) ?? findOwnOrder(deps, { emails, paymentIntentId, orderNumber }).then((order) => requirePaid(deps, order));
    paidOrders.set(reference, paid);
    return paid;
  };

  const lines: CustomerLine[] = [];
  for (const record of records) {
    const order = await paidOrderOf(record);
    const line = findLine({ order, record });
    if (!line) throw new AppError('OrderNotFound');
    lines.push(toCustomerLine({ order, line }));
  }
  return lines;
};
