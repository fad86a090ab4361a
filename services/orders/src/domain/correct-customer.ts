import type { Actor } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import type { PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { newPageId } from './page-life.ts';

type Correct = { orderNumber: string; email: string; actor: Actor };

/**
 * Gives an order to the address it was meant for: history, receipts and look-ups follow the address. The download page moves as well, because
 * the link to it lies in the mailbox of the old one. Nothing is mailed by this. The present address once more changes nothing.
 * @throws AppError OrderNotFound
 */
export const correctCustomer = async (deps: ChangeDeps, { orderNumber, email, actor }: Correct): Promise<PaidOrder> => {
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (current.email === email) return null;
      const download = current.download && { ...current.download, pageId: newPageId() };
      const acted = orderActed({ order: current, actor, action: 'customer-corrected', before: { email: current.email }, after: { email } });
      return { order: { ...current, email, download }, events: [acted] };
    },
  });
  return order;
};
