import { HOUR } from '@stagereel/contracts';
import { type CheckDeps, checkUnpaidOrder } from './check-unpaid-order.ts';
import type { Order } from './order.ts';
import type { OrderStore } from './ports.ts';

export type ReconcileDeps = CheckDeps & {
  orders: CheckDeps['orders'] & Pick<OrderStore, 'listDueChecks' | 'claimCheck'>;
  /** The shortest pause between two questions about one order, in ms. */
  everyMs: number;
};

const BATCH = 100;
const LANES = 5;
const LONGEST_PAUSE_MS = (HOUR * 1000) / 4;

/** The older an order, the rarer the question; the time to give it up is never slept over. */
const nextCheckOf = ({ order, now, everyMs, sweepAfterMs }: { order: Order; now: Date; everyMs: number; sweepAfterMs: number }): Date => {
  const age = now.getTime() - order.createdAt.getTime();
  const pause = Math.max(everyMs, Math.min(age, LONGEST_PAUSE_MS));
  const untilSweep = sweepAfterMs - age;
  return new Date(now.getTime() + (untilSweep > 0 ? Math.min(pause, untilSweep) : pause));
};

/**
 * Asks the provider about every unpaid order whose time has come, so that a lost webhook and a closed tab still give an order. Runs in every
 * replica: who moves an order's next check on has it to itself, and a replica that dies at work leaves it to that next check. True when more
 * may be due.
 */
export const reconcilePayments = async (deps: ReconcileDeps): Promise<boolean> => {
  const { orders, logger, now, everyMs, sweepAfterMs } = deps;
  const batch = await orders.listDueChecks({ now: now(), limit: BATCH });
  const due = batch.values();

  const lane = async (): Promise<void> => {
    for (const { order, checkAt } of due) {
      const nextCheckAt = nextCheckOf({ order, now: now(), everyMs, sweepAfterMs });
      if (!(await orders.claimCheck({ id: order.id, checkAt, nextCheckAt }))) continue;
      await checkUnpaidOrder(deps, order).catch((err: unknown) => {
        logger.error({ err, orderNumber: order.number }, 'unpaid order could not be checked');
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return batch.length === BATCH;
};
