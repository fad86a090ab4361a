import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import type { Collection } from 'mongoose';

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

/** Update operators that append events in the same write as the change that causes them. */
export const appendToOutbox = (events: readonly EventEnvelope[]) => ({
  $push: { outbox: { $each: [...events] } },
  $set: { outboxDueAt: new Date() },
});

/** Fields of a new document that is inserted together with its first events. */
export const withInitialEvents = (events: readonly EventEnvelope[]) =>
  events.length > 0 ? { outbox: [...events], outboxDueAt: new Date() } : {};

export type OutboxClaim = { key: unknown; token: string; events: EventEnvelope[] };

/** A collection whose documents have an outbox. */
export type OutboxStore = {
  /** Claims the events of one document for `leaseMs`; undefined when no document is due. */
  claim: (leaseMs: number) => Promise<OutboxClaim | undefined>;
  /** Removes the published events from the document. */
  markPublished: (claim: OutboxClaim) => Promise<void>;
  /** Makes the events due again after the delay, because publishing failed. */
  release: (claim: OutboxClaim, delayMs: number) => Promise<void>;
};

type OutboxCollection = Pick<Collection, 'findOneAndUpdate' | 'updateOne' | 'deleteOne'>;

type StoreOptions = {
  /** Documents that match this are already deleted for every reader. They are removed once their last event is published. */
  removeWhen?: Record<string, unknown>;
};

export const createOutboxStore = (collection: OutboxCollection, { removeWhen }: StoreOptions = {}): OutboxStore => ({
  claim: async (leaseMs) => {
    const token = randomUUID();
    const now = new Date();
    const found = await collection.findOneAndUpdate(
      { outboxDueAt: { $lte: now } },
      { $set: { outboxDueAt: new Date(now.getTime() + leaseMs), outboxClaim: token } },
      { sort: { outboxDueAt: 1 }, returnDocument: 'after', projection: { outbox: 1 } },
    );
    return found ? { key: found['_id'], token, events: found['outbox'] ?? [] } : undefined;
  },
  markPublished: async ({ key, token, events }) => {
    const ids = events.map(({ id }) => id);
    await collection.updateOne({ _id: key as never }, { $pull: { outbox: { id: { $in: ids } } } as never });
    // Only if no event was appended meanwhile; appending made the document due again.
    await collection.updateOne({ _id: key as never, outbox: { $size: 0 } }, { $unset: { outbox: '', outboxDueAt: '', outboxClaim: '' } });
    await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date() } });
    if (removeWhen) await collection.deleteOne({ ...removeWhen, _id: key as never, outbox: { $exists: false } });
  },
  release: async ({ key, token }, delayMs) => {
    await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date(Date.now() + delayMs) } });
  },
});
