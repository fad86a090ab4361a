import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import type { Collection } from 'mongoose';
import { MAX_READ } from '../telemetry/metrics.ts';

/**
 * The outbox inside an aggregate's document:
 * `outbox` has the events that are not published yet, `outboxDueAt` the time from which a relay may claim them, `outboxClaim` the token of the
 * relay that claimed them.
 * A model adds these three fields and an index on `outboxDueAt` (sparse).
 */
export const outboxFields = {
  outbox: { type: [Object], default: undefined },
  outboxDueAt: { type: Date, default: undefined },
  outboxClaim: { type: String, default: undefined },
} as const;

/**
 * Update operators that append events in the same write as the change that causes them. A document that is claimed stays claimed (`$max`), so
 * that its earlier events are not published twice.
 */
export const appendToOutbox = (events: readonly EventEnvelope[]) => ({
  $push: { outbox: { $each: [...events] } },
  $max: { outboxDueAt: new Date() },
});

/** Fields of a new document that is inserted together with its first events. */
export const withInitialEvents = (events: readonly EventEnvelope[]) =>
  events.length > 0 ? { outbox: [...events], outboxDueAt: new Date() } : {};

export type OutboxClaim = { key: unknown; token: string; until: Date; events: EventEnvelope[] };

/** How long a claim lasts. Publishing takes milliseconds, or 5 s at most. */
export const CLAIM_LEASE_MS = 30_000;

/**
 * Fields of a write that stores events in an empty outbox and claims them for this process; the claim must then be given to the relay. This saves the
 * relay a command. It replaces the outbox, so it is for documents without earlier events. If this process dies before it publishes them, another one does
 * so when the lease ends.
 */
export const withClaimedEvents = (key: unknown, events: readonly EventEnvelope[]) => {
  const claim: OutboxClaim = { key, token: randomUUID(), until: new Date(Date.now() + CLAIM_LEASE_MS), events: [...events] };
  return { claim, fields: { outbox: claim.events, outboxDueAt: claim.until, outboxClaim: claim.token } };
};

const UNSET_OUTBOX = { outbox: '', outboxDueAt: '', outboxClaim: '' } as const;

/** `events`: how many wait to be published, of at most 1,000 documents. `oldest`: when the first of them occurred. */
export type OutboxBacklog = { collection: string; events: number; oldest: Date | undefined };

/** A collection whose documents have an outbox. */
export type OutboxStore = {
  /** Claims the events of the given document, or of the one due longest, for `leaseMs`; undefined when it is not due, or none is. */
  claim: (leaseMs: number, key?: unknown) => Promise<OutboxClaim | undefined>;
  /** Removes the published events from the document. Resolves with whether others were appended meanwhile, which are due now. */
  markPublished: (claim: OutboxClaim) => Promise<boolean>;
  /** Makes the events due again after the delay, because publishing failed. */
  release: (claim: OutboxClaim, delayMs: number) => Promise<void>;
  readBacklog: () => Promise<OutboxBacklog>;
};

type OutboxCollection = Pick<Collection, 'collectionName' | 'find' | 'findOneAndUpdate' | 'updateOne' | 'deleteOne'>;

type StoreOptions = {
  /** Documents that match this are already deleted for every reader. They are removed once their last event is published. */
  removeWhen?: Record<string, unknown>;
};

export const createOutboxStore = (collection: OutboxCollection, { removeWhen }: StoreOptions = {}): OutboxStore => {
  /** Succeeds if nothing was appended: events are appended at the end, and otherwise removed or all replaced, so the last position tells. */
  const removeWholeOutbox = async ({ key, events }: Pick<OutboxClaim, 'key' | 'events'>): Promise<boolean> => {
    const last = events.at(-1);
    if (!last) return false;
    const { modifiedCount } = await collection.updateOne(
      { _id: key as never, [`outbox.${events.length - 1}.id`]: last.id, [`outbox.${events.length}`]: { $exists: false } },
      { $unset: UNSET_OUTBOX },
    );
    return modifiedCount === 1;
  };
  const removeEvents = async ({ key, token, events }: OutboxClaim): Promise<boolean> => {
    const ids = events.map(({ id }) => id);
    await collection.updateOne({ _id: key as never }, { $pull: { outbox: { id: { $in: ids } } } as never });
    // Only if no event was appended meanwhile.
    await collection.updateOne({ _id: key as never, outbox: { $size: 0 } }, { $unset: UNSET_OUTBOX });
    const { modifiedCount } = await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date() } });
    return modifiedCount === 1;
  };

  return {
    claim: async (leaseMs, key) => {
      const token = randomUUID();
      const now = new Date();
      const until = new Date(now.getTime() + leaseMs);
      const found = await collection.findOneAndUpdate(
        { ...(key !== undefined && { _id: key as never }), outboxDueAt: { $lte: now } },
        { $set: { outboxDueAt: until, outboxClaim: token } },
        { ...(key === undefined && { sort: { outboxDueAt: 1 } }), returnDocument: 'after', projection: { outbox: 1 } },
      );
      return found ? { key: found['_id'], token, until, events: found['outbox'] ?? [] } : undefined;
    },
    markPublished: async (claim) => {
      const hasMore = !(await removeWholeOutbox(claim)) && (await removeEvents(claim));
      if (removeWhen) await collection.deleteOne({ ...removeWhen, _id: claim.key as never, outbox: { $exists: false } });
      return hasMore;
    },
    release: async ({ key, token }, delayMs) => {
      await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date(Date.now() + delayMs) } });
    },
    readBacklog: async () => {
      const waiting = { outboxDueAt: { $exists: true } };
      const options = { projection: { 'outbox.occurredAt': 1 }, limit: MAX_READ };
      const documents = await collection.find<{ outbox?: Pick<EventEnvelope, 'occurredAt'>[] }>(waiting, options).toArray();
      const times = documents.flatMap(({ outbox = [] }) => outbox.map(({ occurredAt }) => Date.parse(occurredAt)));
      // Without a call with thousands of arguments.
      const oldest = times.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);
      return { collection: collection.collectionName, events: times.length, oldest: times.length > 0 ? new Date(oldest) : undefined };
    },
  };
};
