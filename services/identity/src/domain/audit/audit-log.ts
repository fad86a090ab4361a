import type { adminActed, EventData } from '@stagereel/contracts';

/** What an admin did, as the service it was done in told it. */
export type AuditEntry = EventData<typeof adminActed> & { eventId: string; occurredAt: Date; correlationId: string };

export type AuditLog = {
  /** Stores an entry; once, however often it is told. */
  append: (entry: AuditEntry) => Promise<void>;
};
