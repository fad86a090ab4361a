import { type Actor, AppError } from '@stagereel/service-kit';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import type { PaidOrder } from './order.ts';
import { orderActed } from './order-acted.ts';
import { fulfilmentLifeCycle } from './order-life-cycle.ts';
import { standingPageOf } from './page-life.ts';

/**
 * Takes back that an order was completed without a delivery.
 * @throws AppError OrderNotFound, OrderNotReopenable
 */
export const reopenOrder = async (deps: ChangeDeps, { orderNumber, actor }: { orderNumber: string; actor: Actor }): Promise<PaidOrder> => {
  const status = fulfilmentLifeCycle.initial;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (current.status !== '対応済み' || standingPageOf(current) !== null) throw new AppError('OrderNotReopenable');
      const acted = orderActed({ order: current, actor, action: 'reopened', before: { status: current.status }, after: { status } });
      return { order: { ...current, status, handledAt: null }, events: [acted] };
    },
  });
  return order;
};
