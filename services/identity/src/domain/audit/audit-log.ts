import type { adminActed, EventData } from '@stagereel/contracts';

/** An admin action, as the service where it happened published it. */
export type AuditEntry = EventData<typeof adminActed> & { eventId: string; occurredAt: Date; correlationId: string };

/** The last entry of the previous page. */
export type AuditPosition = { occurredAt: Date; eventId: string };

export type AuditQuery = {
  /** An entry matches when its admin address, action or target label contains any of the words, ignoring case. */
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

/** The entries until a time, in which the pseudonym replaces the address. */
type Pseudonymise = { email: string; pseudonym: string; until: Date };

export type AuditLog = {
  /** Idempotent: an entry is stored once per event id. */
  append: (entry: AuditEntry) => Promise<void>;
  /** Newest first. Entries of the same time are ordered by id, so that pages neither skip nor repeat an entry. */
  find: (query: AuditQuery) => Promise<AuditEntry[]>;
  /** All entries in which an address occurs, newest first. */
  findMentioning: (email: string) => Promise<AuditEntry[]>;
  /** Replaces an address wherever it occurs, in all entries or in one. */
  pseudonymise: (input: Pseudonymise & { eventId?: string }) => Promise<void>;
};
