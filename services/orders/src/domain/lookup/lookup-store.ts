import type { EventEnvelope } from '@stagereel/contracts';

/** A guest's request for a link to an order. Whether the order exists is checked later, by a job. */
export type Lookup = { id: string; orderNumber: string; email: string; requestedAt: Date; correlationId: string };

/** Stores lookups until they are processed and their events are published. */
export type LookupStore = {
  add: (lookup: Lookup) => Promise<void>;
  /** Unprocessed lookups, oldest first. */
  listOpen: (limit: number) => Promise<Lookup[]>;
  /** The stored lookups of an address, newest first. */
  listByEmail: (email: string) => Promise<Lookup[]>;
  /** Completes a lookup, with an event to publish or without. Of concurrent calls only one takes effect. */
  complete: (input: { id: string; event: EventEnvelope | null }) => Promise<void>;
  /** Deletes the lookups requested before a time, processed or not. */
  removeRequestedBefore: (time: Date) => Promise<void>;
};

/** Limits how often orders are looked up, per address and per network. */
export type LookupLimits = {
  /** Counts one lookup. @throws AppError LookupLimitReached */
  count: (input: { email: string; network: string }) => Promise<void>;
};
