import { setTimeout as pause } from 'node:timers/promises';
import type { OrderStore } from './ports.ts';

type Deps = { orders: Pick<OrderStore, 'findById'>; mailWaitMs: number };

const ASK_EVERY_MS = 150;

/**
 * Whether the mail that an event caused has left, waiting for the news a while: notify writes it, maybe through another replica of this
 * service, so the order itself is asked. False only means not yet; the mail still goes out by retry.
 */
export const awaitMail = async ({ orders, mailWaitMs }: Deps, input: { orderId: string; causedBy: string | null }): Promise<boolean> => {
  const { orderId, causedBy } = input;
  if (causedBy === null) return false;
  const deadline = Date.now() + mailWaitMs;
  for (;;) {
    const order = await orders.findById(orderId);
    const facts = order?.mails.filter((fact) => fact.causedBy === causedBy) ?? [];
    if (facts.some(({ state }) => state === 'sent')) return true;
    if (facts.length > 0 || Date.now() >= deadline) return false;
    await pause(Math.min(ASK_EVERY_MS, Math.max(1, deadline - Date.now())));
  }
};
