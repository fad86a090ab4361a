import { randomBytes } from 'node:crypto';
import type { OrderItem } from '@stagereel/contracts';
import type { MailReceiver } from '../kit/mail-receiver.ts';
import { type Inbox, type Purchase, purchase } from './purchase.ts';

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
};

type Input = { gateway: string; receiver: MailReceiver; inbox: Inbox; items: readonly OrderItem[]; perSecond: number; seconds: number };

const MAILS_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Starts a purchase at fixed times, whether or not the earlier ones have ended, so that a slow shop gets no fewer buyers. */
const arrive = async ({ gateway, inbox, items, perSecond, seconds }: Input): Promise<PromiseSettledResult<Purchase>[]> => {
  const name = randomBytes(4).toString('hex');
  const start = performance.now();
  const purchases: Promise<Purchase>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const waitMs = start + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    const item = items[index % items.length];
    if (!item) throw new Error('Nothing is on sale');
    const bought = purchase({ gateway, inbox, item, email: `${name}-${index}@example.jp` });
    bought.catch(() => undefined);
    purchases.push(bought);
  }
  return Promise.allSettled(purchases);
};

/** Buyers arrive at a fixed rate. Resolves when every paid order has its mail, or a minute after the last purchase has ended. */
export const rush = async (input: Input): Promise<Rush> => {
  const settled = await arrive(input);
  const bought = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  const mailsOf = ({ email, orderNumber }: Purchase) => input.receiver.mailsTo(email).filter(({ text }) => text.includes(orderNumber));
  const deadline = performance.now() + MAILS_TIMEOUT_MS;
  while (performance.now() < deadline && bought.some((one) => mailsOf(one).length === 0)) await pause(POLL_MS);
  const confirmed = bought.flatMap((one) => mailsOf(one).map(({ at }) => ({ ...one, at })));
  return {
    arrived: settled.length,
    failures,
    lost: bought.filter((one) => mailsOf(one).length === 0).length,
    doubled: bought.filter((one) => mailsOf(one).length > 1).length,
    mailMs: confirmed.map(({ at, paidAt }) => at - paidAt),
    mailAfterButtonMs: confirmed.map(({ at, payingAt }) => at - payingAt),
  };
};
