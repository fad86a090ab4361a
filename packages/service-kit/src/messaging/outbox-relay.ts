import type { EventEnvelope } from '@stagereel/contracts';
import type { Logger } from '../telemetry/logger.ts';
import { outsideTrace } from '../telemetry/tracing.ts';
import { CLAIM_LEASE_MS, type OutboxClaim, type OutboxStore } from './outbox-store.ts';

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

/** While searches find nothing, the pause between them grows up to this many times `pollMs`. */
const QUIET_POLLS = 5;

/** A document into whose outbox events were just written; with the claim if the same write claimed them. */
export type ChangedDocument = { key: unknown; claim?: OutboxClaim };
export type ChangedInStore = ChangedDocument & { store: OutboxStore };

export type OutboxRelay = {
  /** Publishes the events of one document now, or those of all documents. Called after a write that appended events. */
  trigger: (changed?: ChangedInStore) => void;
  stop: () => Promise<void>;
};

/**
 * Publishes events from the documents' outboxes to the broker. Runs in every replica: a claim is one conditional update, so two relays never
 * hold the same document, and the claim of a relay that died ends with its lease. An event may be published twice, but is never lost.
 *
 * A write can name its document. That costs two commands, or one if the write has claimed the events itself. Without a name, all documents are
 * searched. Events that are appended to a claimed document are published after its earlier events. Polling finds what a failure left: what a process
 * that died left is due when its claim ends, and is found at most `QUIET_POLLS` times `pollMs` later.
 */
export const startOutboxRelay = (options: RelayOptions): OutboxRelay => {
  const { stores, publish, logger, concurrency = 20, pollMs = 1000, leaseMs = CLAIM_LEASE_MS, retryMs = 1000 } = options;
  let isStopped = false;
  /** The polls until the next search, and from then until the one after it. */
  const polls = { left: 1, pause: 1 };
  /** There may be more to find soon. */
  const endQuiet = (): void => {
    polls.left = 1;
    polls.pause = 1;
  };

  const publishAll = async (store: OutboxStore, claim: OutboxClaim): Promise<'published' | 'more' | 'failed'> => {
    try {
      for (const event of claim.events) await publish(event);
      return (await store.markPublished(claim)) ? 'more' : 'published';
    } catch (err) {
      logger.warn({ err, key: claim.key }, 'Events stay in the outbox after a failed publish');
      await store.release(claim, retryMs);
      endQuiet();
      return 'failed';
    }
  };

  const createStoreRelay = (store: OutboxStore) => {
    const changed: ChangedDocument[] = [];
    let isSearchWanted = false;
    /** Since a publish failed. Until one succeeds, changed documents are left to the next search, and a search starts no second worker. */
    let isPaused = false;
    const workers = new Set<Promise<void>>();

    /** Leaves documents to the next search. If the database is away, a claim ends with its lease. */
    const leave = async (documents: readonly ChangedDocument[]): Promise<void> => {
      await Promise.allSettled(documents.map(async ({ claim }) => claim && store.release(claim, 0)));
    };
    const leaveAll = (): Promise<void> => leave(changed.splice(0));
    const pause = (): void => {
      isPaused = true;
      isSearchWanted = false;
      void leaveAll();
    };
    const resume = (): void => {
      if (isPaused) isSearchWanted = true;
      isPaused = false;
    };
    const work = async (): Promise<void> => {
      while (!isStopped && (changed.length > 0 || isSearchWanted)) {
        const isSearch = isSearchWanted;
        isSearchWanted = false;
        const next = isSearch ? undefined : changed.shift();
        // A claim that waited long may end while its events are published, and another process would publish them, too.
        const held = next?.claim && next.claim.until.getTime() - Date.now() > leaseMs / 2 ? next.claim : undefined;
        const claim = held ?? (await store.claim(leaseMs, next?.key));
        if (!claim) continue;
        if (isSearch) endQuiet();
        // Another worker looks for the next document while this one publishes.
        if (isSearch && !isPaused) search();
        const outcome = await publishAll(store, claim);
        if (outcome === 'failed') pause();
        else resume();
        if (outcome === 'more') changed.push({ key: claim.key });
      }
    };
    const startWorker = (): void => {
      if (isStopped || workers.size >= concurrency) return;
      // It publishes the events of other changes, too. Each event continues its own trace.
      const worker = outsideTrace(work)
        .catch((err: unknown) => {
          logger.error({ err }, 'Outbox relay failed');
          endQuiet();
          return leaveAll();
        })
        .finally(() => {
          workers.delete(worker);
          if (changed.length > 0 || isSearchWanted) startWorker();
        });
      workers.add(worker);
    };
    const search = (): void => {
      isSearchWanted = true;
      startWorker();
    };
    return {
      search,
      publishChanged: (document: ChangedDocument): void => {
        if (isPaused || isStopped) {
          endQuiet();
          return void leave([document]);
        }
        changed.push(document);
        startWorker();
      },
      settled: async (): Promise<void> => {
        await Promise.all(workers);
        await leaveAll();
      },
    };
  };

  const relays = new Map(stores.map((store) => [store, createStoreRelay(store)]));
  const searchAll = (): void => {
    for (const { search } of relays.values()) search();
  };
  const poll = (): void => {
    polls.left -= 1;
    if (polls.left > 0) return;
    polls.left = polls.pause;
    polls.pause = Math.min(2 * polls.pause, QUIET_POLLS);
    searchAll();
  };
  const timer = setInterval(poll, pollMs);
  searchAll();
  return {
    trigger: (changed) => {
      const relay = changed && relays.get(changed.store);
      if (changed && relay) relay.publishChanged(changed);
      else searchAll();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([...relays.values()].map(({ settled }) => settled()));
    },
  };
};
