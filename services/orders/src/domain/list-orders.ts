import type { CustomerLine } from '@stagereel/contracts';
import { toCustomerLine } from './order-views.ts';
import type { OrderStore } from './ports.ts';

/** The paid lines of one proven address, newest first. */
export const listCustomerOrders = async (
  { orders }: { orders: Pick<OrderStore, 'listPaid'> },
  { email }: { email: string },
): Promise<CustomerLine[]> => {
  const own = await orders.listPaid({ email });
  return own.flatMap((order) => order.lines.map((line) => toCustomerLine({ order, line })));
};
