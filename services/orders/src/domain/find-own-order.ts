import { baseOrderNumber } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Order } from './order.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByIntent' | 'findByNumber'> };
type Wanted = { emails: readonly string[]; paymentIntentId?: string | undefined; orderNumber?: string | undefined };

/**
 * An order of a proven address, by its payment or by its number (a line's will do). Another's order is as unknown as none.
 * @throws AppError OrderNotFound
 */
export const findOwnOrder = async ({ orders }: Deps, { emails, paymentIntentId, orderNumber }: Wanted): Promise<Order> => {
  const byPayment = paymentIntentId ? await orders.findByIntent(paymentIntentId) : null;
  const order = byPayment ?? (orderNumber ? await orders.findByNumber(baseOrderNumber(orderNumber)) : null);
  if (!order || !emails.includes(order.email)) throw new AppError('OrderNotFound');
  return order;
};
