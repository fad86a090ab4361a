import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import type { Collection } from 'mongoose';

/**
 * The outbox inside an aggregate's document:
 * `outbox` holds events not yet on the broker, `outboxDueAt` the time from which a relay may take them, `outboxClaim` who did.
 * A model adds these three fields and an index on `outboxDueAt` (sparse).
 */
export const outboxFields = {
  outbox: { type: [Object], default: undefined },
  outboxDueAt: { type: Date, default: undefined },
  outboxClaim: { type: String, default: undefined },
} as const;

/** The two operators an update needs to append events in the same write as its change. */
export const appendToOutbox = (events: readonly EventEnvelope[]) => ({
  $push: { outbox: { $each: [...events] } },
  $set: { outboxDueAt: new Date() },
});

/** The fields of a new document that is born with events. */
export const bornWithEvents = (events: readonly EventEnvelope[]) =>
  events.length > 0 ? { outbox: [...events], outboxDueAt: new Date() } : {};

export type OutboxClaim = { key: unknown; token: string; events: EventEnvelope[] };

/** Where a relay finds events, and says what became of them. */
export type OutboxStore = {
  /** One document's events, held for the lease; undefined when none is due. */
  claim: (leaseMs: number) => Promise<OutboxClaim | undefined>;
  /** They are on the broker: out of the document. */
  settle: (claim: OutboxClaim) => Promise<void>;
  /** They are not: due again after the delay. */
  release: (claim: OutboxClaim, delayMs: number) => Promise<void>;
};

type OutboxCollection = Pick<Collection, 'findOneAndUpdate' | 'updateOne' | 'deleteOne'>;

type StoreOptions = {
  /** Documents that match this are gone for everybody and only wait for their last event; they are removed once it is out. */
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
  settle: async ({ key, token, events }) => {
    const ids = events.map(({ id }) => id);
    await collection.updateOne({ _id: key as never }, { $pull: { outbox: { id: { $in: ids } } } as never });
    // Only when nothing was appended meanwhile; what was made the document due again by itself.
    await collection.updateOne({ _id: key as never, outbox: { $size: 0 } }, { $unset: { outbox: '', outboxDueAt: '', outboxClaim: '' } });
    await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date() } });
    if (removeWhen) await collection.deleteOne({ ...removeWhen, _id: key as never, outbox: { $exists: false } });
  },
  release: async ({ key, token }, delayMs) => {
    await collection.updateOne({ _id: key as never, outboxClaim: token }, { $set: { outboxDueAt: new Date(Date.now() + delayMs) } });
  },
});
