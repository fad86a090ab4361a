import type { Category, Contest, EventEnvelope, PriceDescription } from '@stagereel/contracts';

/** A category is stored inside its contest, so it does not repeat the contest's id. */
export type CategoryRecord = Omit<Category, 'contestId' | 'createdAt'> & { createdAt: Date };

/** What a contest sells: computed from its athletes, not stored with it. */
export type SaleFacts = Pick<Contest, 'priceRange' | 'athleteCount'>;

/**
 * The fields that a list of contests shows. `revision` increases with every change of the contest and after every change of its athletes;
 * `version` increases with an admin's edit of the contest itself.
 */
export type ContestListItem = Omit<Contest, 'createdAt' | 'scheduledPublishDate' | keyof SaleFacts> & {
  createdAt: Date;
  scheduledPublishDate: Date | null;
  revision: number;
};

/** A whole contest with its categories and price description. */
export type ContestRecord = ContestListItem & {
  categories: CategoryRecord[];
  priceDescription: PriceDescription | null;
  /** Increases with every change of the price description; 0 while there is none. */
  priceDescriptionVersion: number;
};

/** What media publishes about a contest. */
export type ContestMedia = Pick<Contest, 'coverImage' | 'hasSamples' | 'sampleVideo'>;

/**
 * Contests that are not deleted, unless a method says otherwise. Writes store their events in the same document (outbox).
 * A deleted contest leaves a tombstone: its emptied document with the time of deletion.
 */
export type ContestRepository = {
  /** Newest first. */
  list: () => Promise<ContestListItem[]>;
  find: (id: string) => Promise<ContestRecord | null>;
  findMany: (ids: readonly string[]) => Promise<ContestListItem[]>;
  insert: (input: { contest: ContestRecord; events: EventEnvelope[] }) => Promise<'inserted' | 'slug-taken'>;
  /** Writes and increments the revision if the contest still has the given revision. */
  change: (input: {
    id: string;
    revision: number;
    set: Partial<Omit<ContestRecord, 'id' | 'revision'>>;
    events: EventEnvelope[];
  }) => Promise<'changed' | 'outdated' | 'slug-taken'>;
  /** Increments the revision if the contest has all the named categories. */
  incrementRevision: (input: { id: string; categories: readonly string[] }) => Promise<boolean>;
  /** Stores the given media fields unless those of the same or a later revision are stored. Increments neither version nor revision. */
  setMedia: (input: { id: string; media: ContestMedia; coverRevision: number }) => Promise<void>;
  /** Returns false if there is no such contest. */
  appendEvents: (input: { id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** Turns the contest into a tombstone if it still has the revision. */
  replaceByTombstone: (input: { id: string; revision: number; deletedAt: Date; events: EventEnvelope[] }) => Promise<boolean>;
  /** The contests whose scheduled time has come and that are not stored as published yet. */
  listDue: (now: Date) => Promise<string[]>;
  /** Publishes those of the contests whose scheduled time has come. */
  publishDue: (input: { ids: readonly string[]; now: Date }) => Promise<void>;
  listTombstones: () => Promise<{ id: string; deletedAt: Date }[]>;
  /** Removes the tombstone of a contest if all its events are published. */
  removeTombstone: (id: string) => Promise<void>;
};
