import type { EventEnvelope } from '@stagereel/contracts';
import { startJob } from '../job.ts';
import type { Logger } from '../logger.ts';
import type { OutboxClaim, OutboxStore } from './outbox-store.ts';

type RelayOptions = {
  stores: readonly OutboxStore[];
  publish: (event: EventEnvelope) => Promise<void>;
  logger: Logger;
  /** Documents whose events are published at the same time. */
  concurrency?: number;
  pollMs?: number;
  leaseMs?: number;
  retryMs?: number;
};

export type OutboxRelay = {
  /** Polls now. Called after a write that appended an event. */
  trigger: () => void;
  stop: () => Promise<void>;
};

/**
 * Publishes events from the documents' outboxes to the broker. Runs in every replica: a claim is one conditional update, so two relays never
 * hold the same document, and the claim of a relay that died ends with its lease. An event may be published twice, but is never lost.
 */
export const startOutboxRelay = (options: RelayOptions): OutboxRelay => {
  const { stores, publish, logger, concurrency = 20, pollMs = 1000, leaseMs = 30_000, retryMs = 1000 } = options;
  let isStopped = false;

  const publishAll = async (store: OutboxStore, claim: OutboxClaim): Promise<boolean> => {
    try {
      for (const event of claim.events) await publish(event);
      await store.markPublished(claim);
      return true;
    } catch (err) {
      logger.warn({ err, key: claim.key }, 'Events stay in the outbox after a failed publish');
      await store.release(claim, retryMs);
      return false;
    }
  };

  const drainStore = async (store: OutboxStore): Promise<void> => {
    const worker = async (): Promise<void> => {
      while (!isStopped) {
        const claim = await store.claim(leaseMs);
        if (!claim || !(await publishAll(store, claim))) return;
      }
    };
    // One query finds out whether there is any event; only then the workers start.
    const first = isStopped ? undefined : await store.claim(leaseMs);
    if (!first || !(await publishAll(store, first))) return;
    await Promise.all(Array.from({ length: concurrency }, worker));
  };

  const job = startJob({ name: 'outbox relay', everyMs: pollMs, run: () => Promise.all(stores.map(drainStore)), logger });
  return {
    trigger: job.trigger,
    stop: async () => {
      isStopped = true;
      await job.stop();
    },
  };
};
