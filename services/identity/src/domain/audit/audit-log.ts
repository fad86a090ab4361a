import type { adminActed, EventData } from '@stagereel/contracts';

/** What an admin did, as the service it was done in told it. */
export type AuditEntry = EventData<typeof adminActed> & { eventId: string; occurredAt: Date; correlationId: string };

/** Where a page begins: after this entry. */
export type AuditPosition = { occurredAt: Date; eventId: string };

export type AuditQuery = {
  /** Found as they stand, upper and lower case alike, in the admin's address, the action or the target's label; any of them will do. */
  words: readonly string[];
  action?: string | undefined;
  targetType?: string | undefined;
  targetId?: string | undefined;
  /** Both inclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  after?: AuditPosition | undefined;
  limit: number;
};

export type AuditLog = {
  /** Stores an entry; once, however often it is told. */
  append: (entry: AuditEntry) => Promise<void>;
  /** Newest first; entries of one time in the order of their ids, so that pages have neither gaps nor doubles. */
  find: (query: AuditQuery) => Promise<AuditEntry[]>;
};
