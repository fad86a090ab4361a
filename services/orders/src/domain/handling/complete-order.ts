import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import { isReopenable, type PaidOrder } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { fulfilmentStates } from '../order/order-states.ts';

type AdminAction = { orderNumber: string; actor: Actor };

/**
 * Completes a paid order, although videos may be missing.
 * @throws AppError OrderNotFound, OrderAlreadyHandled
 */
export const completeOrder = async (deps: OrdersDeps, { orderNumber, actor }: AdminAction): Promise<PaidOrder> => {
  const status = '対応済み';
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (!fulfilmentStates.allows({ from: current.status, to: status })) throw new AppError('OrderAlreadyHandled');
      const before = { status: current.status };
      const audit = auditEventOf({ order: current, actor, action: 'completed', before, after: { status } });
      return { order: { ...current, status, handledAt: deps.now() }, events: [audit] };
    },
  });
  return order;
};

/**
 * Reopens an order that was completed although videos are missing.
 * @throws AppError OrderNotFound, OrderNotReopenable
 */
export const reopenOrder = async (deps: OrdersDeps, { orderNumber, actor }: AdminAction): Promise<PaidOrder> => {
  const status = fulfilmentStates.initial;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (!isReopenable(current)) throw new AppError('OrderNotReopenable');
      const before = { status: current.status };
      const audit = auditEventOf({ order: current, actor, action: 'reopened', before, after: { status } });
      return { order: { ...current, status, handledAt: null }, events: [audit] };
    },
  });
  return order;
};
