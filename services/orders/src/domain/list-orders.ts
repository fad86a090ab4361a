import type { AdminLine, CustomerLine } from '@stagereel/contracts';
import { toAdminLines, toCustomerLine } from './order-views.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'listPaid'> };

/** Every paid order's lines for the back office, newest first. */
export const listOrders = async ({ orders }: Deps): Promise<AdminLine[]> => (await orders.listPaid()).flatMap(toAdminLines);

/** The paid lines of one proven address, newest first. */
export const listCustomerOrders = async ({ orders }: Deps, { email }: { email: string }): Promise<CustomerLine[]> => {
  const own = await orders.listPaid({ email });
  return own.flatMap((order) => order.lines.map((line) => toCustomerLine({ order, line })));
};
