import type { OrdersDeps } from '../deps.ts';
import type { MailOutcome } from './order.ts';

/** When mails are late, many requests wait, so the pauses double. */
const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 1000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, MAX_POLL_MS)) {
    known ??= (await deps.orders.findById(orderId))?.mails ?? [];
    const outcomes = known.filter((mail) => mail.causedBy === causedBy);
    if (outcomes.some(({ state }) => state === 'sent')) return true;
    if (outcomes.length > 0 || Date.now() >= deadline) return false;
    await pause(Math.min(pollMs, Math.max(1, deadline - Date.now())));
    known = undefined;
  }
};
