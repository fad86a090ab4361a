import { setTimeout as pause } from 'node:timers/promises';
import type { OrdersDeps } from '../deps.ts';

const POLL_EVERY_MS = 150;

/**
 * Waits a while for the mail that an event caused, and returns whether it was sent. It polls the order, because another replica may receive
 * notify's report. False may also mean "not yet": the mail is still retried.
 */
export const awaitMail = async (
  { orders, mailWaitMs }: OrdersDeps,
  { orderId, causedBy }: { orderId: string; causedBy: string | null },
): Promise<boolean> => {
  if (causedBy === null) return false;
  const deadline = Date.now() + mailWaitMs;
  for (;;) {
    const order = await orders.findById(orderId);
    const outcomes = order?.mails.filter((mail) => mail.causedBy === causedBy) ?? [];
    if (outcomes.some(({ state }) => state === 'sent')) return true;
    if (outcomes.length > 0 || Date.now() >= deadline) return false;
    await pause(Math.min(POLL_EVERY_MS, Math.max(1, deadline - Date.now())));
  }
};
