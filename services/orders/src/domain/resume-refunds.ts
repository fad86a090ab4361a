import { HOUR } from '@stagereel/contracts';
import { isPaid, type Order } from './order.ts';
import type { OrderStore } from './ports.ts';
import { type RefundDeps, refundLine } from './refund-line.ts';

export type ResumeDeps = RefundDeps & {
  orders: RefundDeps['orders'] & Pick<OrderStore, 'listDueRefunds' | 'claimRefundCheck'>;
  /** The shortest pause between two looks at one order's refunds, in ms. */
  everyMs: number;
};

const BATCH = 50;
const LONGEST_PAUSE_MS = (HOUR * 1000) / 4;

const pendingLines = ({ lines }: Order) => lines.filter(({ declined }) => declined?.refundState === 'pending');

/** The older a refund, the rarer the question. */
const nextCheckOf = ({ order, now, everyMs }: { order: Order; now: Date; everyMs: number }): Date => {
  const newest = Math.max(0, ...pendingLines(order).map(({ declined }) => declined?.at.getTime() ?? 0));
  const age = now.getTime() - newest;
  return new Date(now.getTime() + Math.max(everyMs, Math.min(age, LONGEST_PAUSE_MS)));
};

const resumeOne = async (deps: ResumeDeps, order: Order): Promise<void> => {
  if (!isPaid(order)) return;
  for (const { number: lineNumber } of pendingLines(order)) {
    await refundLine(deps, { order, lineNumber }).catch((err: unknown) => {
      deps.logger.error({ err, lineNumber }, 'a refund could not be brought to its end');
    });
  }
};

/**
 * Takes up refunds that were decided and not settled: the process died between the provider's answer and its write, the provider was away,
 * or it takes its time. Runs in every replica; who moves an order's next look on has it to itself. True when more may be due.
 */
export const resumeRefunds = async (deps: ResumeDeps): Promise<boolean> => {
  const { orders, now, everyMs } = deps;
  const due = await orders.listDueRefunds({ now: now(), limit: BATCH });
  for (const order of due) {
    const nextCheckAt = nextCheckOf({ order, now: now(), everyMs });
    if (await orders.claimRefundCheck({ order, nextCheckAt })) await resumeOne(deps, order);
  }
  return due.length === BATCH;
};
