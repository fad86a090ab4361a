import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox } from '@stagereel/service-kit';

type Update = { $set?: Record<string, unknown>; $unset?: Record<string, ''>; $inc?: Record<string, number> };

/** Adds the events to the document's outbox in the same write. */
export const withEvents = (update: Update, events: readonly EventEnvelope[]) => {
  if (events.length === 0) return update;
  return { ...update, ...appendToOutbox(events) };
};
