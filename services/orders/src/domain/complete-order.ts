import { type Actor, AppError } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import type { Order } from './order.ts';
import { orderActed } from './order-acted.ts';
import { fulfilmentLifeCycle } from './order-life-cycle.ts';

type Deps = ChangeDeps & { now: () => Date };

/**
 * Moves a paid order to handled without a delivery.
 * @throws AppError OrderNotFound, OrderAlreadyHandled
 */
export const completeOrder = async (deps: Deps, { orderNumber, actor }: { orderNumber: string; actor: Actor }): Promise<Order> => {
  const status = '対応済み';
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (!fulfilmentLifeCycle.allows({ from: current.status, to: status })) throw new AppError('OrderAlreadyHandled');
      const acted = orderActed({ order: current, actor, action: 'completed', before: { status: current.status }, after: { status } });
      return { order: { ...current, status, handledAt: deps.now() }, events: [acted] };
    },
  });
  return order;
};
