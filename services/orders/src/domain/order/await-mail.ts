import { EventEmitter } from 'node:events';
import type { OrdersDeps } from '../deps.ts';
import type { MailOutcome } from './order.ts';

/** Tells requests in this process that a mail outcome was recorded. `causedBy` is the event that caused the mail. */
export type MailNotices = {
  notify: (causedBy: string) => void;
  /** Resolves at the next notice, or after the time. */
  wait: (causedBy: string, ms: number) => Promise<void>;
};

export const createMailNotices = (): MailNotices => {
  const notices = new EventEmitter();
  notices.setMaxListeners(0);
  return {
    notify: (causedBy) => void notices.emit(causedBy),
    wait: (causedBy, ms) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          notices.off(causedBy, finish);
          resolve();
        };
        const timer = setTimeout(finish, ms);
        notices.once(causedBy, finish);
      }),
  };
};

/** For a report of notify that another replica received. */
const POLL_EVERY_MS = 250;

type AwaitMail = {
  orderId: string;
  causedBy: string | null;
  /** The mails of the order, if it was just read. */
  mails?: readonly MailOutcome[];
};

/** Waits a while for the mail that an event caused, and returns whether it was sent. False may also mean "not yet": the mail is still retried. */
export const awaitMail = async (deps: OrdersDeps, { orderId, causedBy, mails }: AwaitMail): Promise<boolean> => {
  if (causedBy === null) return false;
  const deadline = Date.now() + deps.mailWaitMs;
  let known = mails;
  for (;;) {
    // Listens before it reads, so that no notice comes between the two.
    const waitMs = Math.min(POLL_EVERY_MS, Math.max(1, deadline - Date.now()));
    const notice = deps.mailNotices.wait(causedBy, waitMs);
    known ??= (await deps.orders.findById(orderId))?.mails ?? [];
    const outcomes = known.filter((mail) => mail.causedBy === causedBy);
    if (outcomes.some(({ state }) => state === 'sent')) return true;
    if (outcomes.length > 0 || Date.now() >= deadline) return false;
    await notice;
    known = undefined;
  }
};
