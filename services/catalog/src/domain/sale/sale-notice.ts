import type { EventEnvelope } from '@stagereel/contracts';

/** A contest at one of its versions: what is stored at a later version stays untouched. */
export type ContestVersion = { contestId: string; contestVersion: number };

/**
 * Addresses that wait for the publication of a contest, one document for each contest and address. A document is
 * - waiting, until its contest is published;
 * - announced: its event is in its outbox. The document is deleted once the event is published.
 */
export type SaleNoticeRepository = {
  /** Stores a waiting address; does nothing if it waits already. An address that was announced at an earlier version waits again. */
  add: (input: ContestVersion & { email: string; requestedAt: Date }) => Promise<void>;
  has: (input: { contestId: string; email: string }) => Promise<boolean>;
  countWaiting: (contestId: string) => Promise<number>;
  /** The contests of all documents. */
  listContestIds: () => Promise<string[]>;
  /** Announces every waiting address of the contest, each by one conditional update that stores its event. Deletes those whose event is published. */
  announce: (input: ContestVersion & { announcedAt: Date; eventFor: (email: string) => EventEnvelope }) => Promise<void>;
  /** Deletes the announced addresses whose event is not published yet and, unless they are kept, the waiting ones. */
  withdraw: (input: ContestVersion & { keepsWaiting: boolean }) => Promise<void>;
  removeContest: (contestId: string) => Promise<void>;
  listByEmail: (email: string) => Promise<{ contestId: string; requestedAt: Date }[]>;
  /** Deletes an address that waits since then or longer. An announced one gets its mail and is deleted by itself. */
  removeWaiting: (input: { email: string; until: Date }) => Promise<void>;
};
