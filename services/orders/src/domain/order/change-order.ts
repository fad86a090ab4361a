import type { EventEnvelope } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { findPaidOrder } from './find-order.ts';
import type { PaidOrder } from './order.ts';

/** The changed order, and the events to publish with it. */
export type Change<Changed extends PaidOrder = PaidOrder> = { order: Changed; events: EventEnvelope[] };
type ChangeOrder = {
  orderNumber: string;
  /** Computes the change from the current order; null means no change. It throws to refuse. It may run several times. */
  change: (order: PaidOrder) => Change | null | Promise<Change | null>;
};

/** Each failed attempt means a concurrent write of the same order; there are a few of those at most. */
const MAX_ATTEMPTS = 20;

/**
 * Changes a paid order with optimistic concurrency: the order and its events are saved in one write if the revision is unchanged. Otherwise
 * the order is read again and `change` decides again, so of two conflicting actions the later one is refused.
 * @throws AppError OrderNotFound, OrderChangedMeanwhile, and what `change` throws
 */
export const changeOrder = async (deps: OrdersDeps, { orderNumber, change }: ChangeOrder): Promise<Change> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const order = await findPaidOrder(deps, orderNumber);
    const changed = await change(order);
    if (changed === null) return { order, events: [] };
    const saved = await deps.orders.save(changed);
    if (saved) return { order: saved, events: changed.events };
  }
  throw new AppError('OrderChangedMeanwhile');
};
