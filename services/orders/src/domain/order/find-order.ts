import { baseOrderNumber, type CustomerLine } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { isPaid, type Order, type PaidOrder } from './order.ts';
import { toCustomerLine } from './order-views.ts';

/**
 * The order that an admin works on, by its base number or by the number of a line. Unpaid orders are hidden from the back office.
 * @throws AppError OrderNotFound
 */
export const findPaidOrder = async ({ orders }: OrdersDeps, orderNumber: string): Promise<PaidOrder> => {
  const order = await orders.findByNumber(baseOrderNumber(orderNumber));
  if (!order || !isPaid(order)) throw new AppError('OrderNotFound');
  return order;
};

type FindOwnOrder = { emails: readonly string[]; paymentIntentId?: string | undefined; orderNumber?: string | undefined };

/**
 * An order of a verified address, by its payment or by its number (base or line). The error does not reveal whether another customer has it.
 * @throws AppError OrderNotFound
 */
export const findOwnOrder = async ({ orders }: OrdersDeps, { emails, paymentIntentId, orderNumber }: FindOwnOrder): Promise<Order> => {
  const byPayment = paymentIntentId ? await orders.findByIntent(paymentIntentId) : null;
  const order = byPayment ?? (orderNumber ? await orders.findByNumber(baseOrderNumber(orderNumber)) : null);
  if (!order || !emails.includes(order.email)) throw new AppError('OrderNotFound');
  return order;
};

/** The paid lines of a verified address, newest first. */
export const listOwnLines = async ({ orders }: OrdersDeps, { email }: { email: string }): Promise<CustomerLine[]> => {
  const own = await orders.listPaid({ email });
  return own.flatMap((order) => order.lines.map((line) => toCustomerLine({ order, line })));
};
