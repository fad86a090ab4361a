import { randomBytes } from 'node:crypto';
import type { OrderItem } from '@stagereel/contracts';
import type { Mailbox } from '@stagereel/shop-client';
import { withCpu } from '@stagereel/stack';
import { type Purchase, purchase } from './purchase.ts';

export type Rush = {
  arrived: number;
  /** The messages of the purchases that failed. */
  failures: string[];
  /** Paid orders without exactly one confirmation mail, in a settled mailbox. */
  lost: number;
  doubled: number;
  /** From the simulator's answer to the arrival of the mail; negative if the mail was faster. */
  mailMs: number[];
  /** From the press of the button to the arrival of the mail. */
  mailAfterButtonMs: number[];
  /** CPU time of the given processes until the last mail, in ms. */
  cpu: Record<string, number>;
};

type Input = { gateway: string; mailbox: Mailbox; items: readonly OrderItem[]; perSecond: number; seconds: number };

const CONFIRMATION = /ご注文/;
const MAILS_TIMEOUT_MS = 60_000;
/** A second mail of an order would come after the first one, so mails are counted a moment later. */
const SETTLE_MS = 2000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a purchase at fixed times, whether or not the earlier ones have ended, so that a slow shop gets no fewer buyers. */
const arrive = async ({ gateway, mailbox, items, perSecond, seconds }: Input): Promise<PromiseSettledResult<Purchase>[]> => {
  const name = randomBytes(4).toString('hex');
  const start = performance.now();
  const purchases: Promise<Purchase>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const waitMs = start + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const item = items[index % items.length];
    if (!item) throw new Error('Nothing is on sale');
    const bought = purchase({ gateway, mailbox, item, email: `${name}-${index}@example.jp` });
    bought.catch(() => undefined);
    purchases.push(bought);
  }
  return Promise.allSettled(purchases);
};

/** Buyers arrive at a fixed rate. Resolves a moment after every paid order has its mail, or a minute after the last purchase has ended. */
export const rush = async ({ pids = {}, ...input }: Input & { pids?: Record<string, number> }): Promise<Rush> => {
  const { result, cpu } = await withCpu(pids, async () => {
    const settled = await arrive(input);
    const bought = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const waiting = bought.map(({ email }) => input.mailbox.waitFor({ to: email, subject: CONFIRMATION, timeoutMs: MAILS_TIMEOUT_MS }));
    await Promise.allSettled(waiting);
    return { settled, bought };
  });
  const { settled, bought } = result;
  const failures = settled.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  await pause(SETTLE_MS);
  const confirmed = await Promise.all(
    bought.map(async (one) => ({
      ...one,
      mails: (await input.mailbox.to(one.email)).filter(({ text }) => text.includes(one.orderNumber)),
    })),
  );
  const times = confirmed.flatMap(({ mails, ...one }) => mails.map(({ time }) => ({ ...one, at: time.getTime() })));
  return {
    arrived: settled.length,
    failures,
    lost: confirmed.filter(({ mails }) => mails.length === 0).length,
    doubled: confirmed.filter(({ mails }) => mails.length > 1).length,
    mailMs: times.map(({ at, paidAt }) => at - paidAt),
    mailAfterButtonMs: times.map(({ at, payingAt }) => at - payingAt),
    cpu,
  };
};
