import type { EventEnvelope } from '@stagereel/contracts';
import type { Logger } from '../logger.ts';
import { startRepeating } from '../repeat.ts';
import type { OutboxClaim, OutboxStore } from './outbox-store.ts';

type RelayOptions = {
  stores: readonly OutboxStore[];
  publish: (event: EventEnvelope) => Promise<void>;
  logger: Logger;
  /** Documents published at once. */
  concurrency?: number;
  pollMs?: number;
  leaseMs?: number;
  retryMs?: number;
};

export type OutboxRelay = {
  /** Looks now instead of at the next poll; called after a write that appended an event. */
  kick: () => void;
  stop: () => Promise<void>;
};

/**
 * Carries events from the documents to the broker. Runs in every replica: a claim is one conditional update, so two relays never
 * hold the same document, and a dead relay's claim ends with its lease. An event may be published twice, never not at all.
 */
export const startOutboxRelay = (options: RelayOptions): OutboxRelay => {
  const { stores, publish, logger, concurrency = 20, pollMs = 1000, leaseMs = 30_000, retryMs = 1000 } = options;
  let isStopped = false;

  const carry = async (store: OutboxStore, claim: OutboxClaim): Promise<boolean> => {
    try {
      for (const event of claim.events) await publish(event);
      await store.settle(claim);
      return true;
    } catch (err) {
      logger.warn({ err, key: claim.key }, 'events stay in the outbox');
      await store.release(claim, retryMs);
      return false;
    }
  };

  const drainStore = async (store: OutboxStore): Promise<void> => {
    const lane = async (): Promise<void> => {
      while (!isStopped) {
        const claim = await store.claim(leaseMs);
        if (!claim || !(await carry(store, claim))) return;
      }
    };
    // A first lane finds out whether there is anything; the others join only then.
    const first = isStopped ? undefined : await store.claim(leaseMs);
    if (!first || !(await carry(store, first))) return;
    await Promise.all(Array.from({ length: concurrency }, lane));
  };

  const repeat = startRepeating({ name: 'outbox relay', everyMs: pollMs, run: () => Promise.all(stores.map(drainStore)), logger });
  return {
    kick: repeat.kick,
    stop: async () => {
      isStopped = true;
      await repeat.stop();
    },
  };
};
