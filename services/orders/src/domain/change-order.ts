import type { EventEnvelope } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { findPaidOrder } from './find-paid-order.ts';
import type { PaidOrder } from './order.ts';
import type { OrderStore } from './ports.ts';

export type ChangeDeps = { orders: Pick<OrderStore, 'findByNumber' | 'save'> };
/** An order as it is to be, with the events that tell of it. */
export type Change<Changed extends PaidOrder = PaidOrder> = { order: Changed; events: EventEnvelope[] };
type ChangeOrder = {
  orderNumber: string;
  /** What is to become of the order as it stands; null when nothing is. What it throws is the refusal. */
  change: (order: PaidOrder) => Change | null | Promise<Change | null>;
};

/** Every lost race means that something else was written meanwhile: a handful at the very most. */
const MOST_ATTEMPTS = 20;

/**
 * Changes a paid order and tells of it, in one write that counts only while the order is as it was read; else the order is read and judged
 * anew, so that of two acts that exclude each other the later one meets its refusal.
 * @throws AppError OrderNotFound, OrderChangedMeanwhile, and what `change` throws
 */
export const changeOrder = async ({ orders }: ChangeDeps, { orderNumber, change }: ChangeOrder): Promise<Change> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const order = await findPaidOrder({ orders }, orderNumber);
    const wanted = await change(order);
    if (wanted === null) return { order, events: [] };
    const saved = await orders.save(wanted);
    if (saved) return { order: saved, events: wanted.events };
  }
  throw new AppError('OrderChangedMeanwhile');
};
