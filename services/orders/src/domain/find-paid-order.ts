import { baseOrderNumber } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { isPaid, type PaidOrder } from './order.ts';
import type { OrderStore } from './ports.ts';

/**
 * The order an admin works on, by its base number or by a line's. What is not paid is no order to the back office.
 * @throws AppError OrderNotFound
 */
export const findPaidOrder = async ({ orders }: { orders: Pick<OrderStore, 'findByNumber'> }, orderNumber: string): Promise<PaidOrder> => {
  const order = await orders.findByNumber(baseOrderNumber(orderNumber));
  if (!order || !isPaid(order)) throw new AppError('OrderNotFound');
  return order;
};
