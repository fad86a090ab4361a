import { type Actor, AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { changeOrder } from '../order/change-order.ts';
import { currentPageOf } from '../order/download-page-expiry.ts';
import type { PaidOrder } from '../order/order.ts';
import { auditEventOf } from '../order/order-events.ts';
import { fulfilmentStates } from '../order/order-states.ts';

type AdminAction = { orderNumber: string; actor: Actor };

/**
 * Completes a paid order without a delivery.
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
 * Reopens an order that was completed without a delivery.
 * @throws AppError OrderNotFound, OrderNotReopenable
 */
export const reopenOrder = async (deps: OrdersDeps, { orderNumber, actor }: AdminAction): Promise<PaidOrder> => {
  const status = fulfilmentStates.initial;
  const { order } = await changeOrder(deps, {
    orderNumber,
    change: (current) => {
      if (current.status !== '対応済み' || currentPageOf(current) !== null) throw new AppError('OrderNotReopenable');
      const before = { status: current.status };
      const audit = auditEventOf({ order: current, actor, action: 'reopened', before, after: { status } });
      return { order: { ...current, status, handledAt: null }, events: [audit] };
    },
  });
  return order;
};
