import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { findPaidOrder } from './find-paid-order.ts';
import type { Order } from './order.ts';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findByNumber' | 'markCompleted'>; now: () => Date };

/**
 * Moves a paid order to handled without a delivery.
 * @throws AppError OrderNotFound, OrderAlreadyHandled
 */
export const completeOrder = async (deps: Deps, { orderNumber, actor }: { orderNumber: string; actor: Actor }): Promise<Order> => {
  const order = await findPaidOrder(deps, orderNumber);
  const acted = adminActedEvent({
    actor,
    action: 'order.completed',
    target: { type: 'order', id: order.id, label: order.number },
    before: { status: order.status },
    after: { status: '対応済み' },
  });
  const completed = await deps.orders.markCompleted({ id: order.id, at: deps.now(), events: [acted] });
  if (!completed) throw new AppError('OrderAlreadyHandled');
  return completed;
};
