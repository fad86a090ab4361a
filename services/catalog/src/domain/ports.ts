import type { EventEnvelope } from '@stagereel/contracts';
import type { AthleteKey, AthleteRecord, ContestHead, ContestRecord } from './records.ts';

/** Contests that are not deleted, unless a function says otherwise. Every write takes the events that go into the same document. */
export type ContestRepository = {
  /** Newest first. */
  list: () => Promise<ContestHead[]>;
  find: (id: string) => Promise<ContestRecord | null>;
  findMany: (ids: readonly string[]) => Promise<ContestHead[]>;
  insert: (input: { contest: ContestRecord; events: EventEnvelope[] }) => Promise<'inserted' | 'slug-taken'>;
  /** Writes only if the contest still has the revision, and makes it grow. */
  change: (input: {
    id: string;
    revision: number;
    set: Partial<Omit<ContestRecord, 'id' | 'revision'>>;
    events: EventEnvelope[];
  }) => Promise<'changed' | 'outdated' | 'slug-taken'>;
  /** Makes the revision grow if the contest has all the categories named. */
  bumpRevision: (input: { id: string; categories: readonly string[] }) => Promise<boolean>;
  /** Unless a cover of the same or a later revision is there. No admin's edit: what admins have read stays current. */
  setCover: (input: { id: string; coverImage: string | null; coverRevision: number }) => Promise<void>;
  /** False when there is no such contest. */
  appendEvents: (input: { id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** Empties the record and marks it deleted, if it still has the revision. */
  erase: (input: { id: string; revision: number; deletedAt: Date; events: EventEnvelope[] }) => Promise<boolean>;
  /** Publishes every contest whose reservation is due. Answers how many. */
  publishDue: (now: Date) => Promise<number>;
  /** The deleted ones. */
  listDeleted: () => Promise<{ id: string; deletedAt: Date }[]>;
  /** Removes a deleted contest's record if all its events are out. */
  removeDeleted: (id: string) => Promise<void>;
};

/** An athlete as it was read and as it is to be. */
export type AthleteChange = { before: AthleteRecord; after: AthleteRecord };
type AthletesById = { contestId: string; ids: readonly string[] };

/** Athletes of a contest, soft-deleted ones included, unless a function says otherwise. */
export type AthleteRepository = {
  /** In no order. */
  list: (input: { contestId: string; includeDeleted: boolean }) => Promise<AthleteRecord[]>;
  find: (input: { contestId: string; id: string }) => Promise<AthleteRecord | null>;
  /** The living athletes among the keys, of whatever contests; one query. */
  findLiving: (keys: readonly AthleteKey[]) => Promise<AthleteRecord[]>;
  isCategoryUsed: (input: { contestId: string; category: string }) => Promise<boolean>;
  insert: (input: { athlete: AthleteRecord; events: EventEnvelope[] }) => Promise<'inserted' | 'number-taken'>;
  /** Answers the positions whose number is taken; the others are stored. */
  insertMany: (athletes: readonly AthleteRecord[]) => Promise<Set<number>>;
  /** Stores the athlete if it still has the version before. */
  change: (input: { athlete: AthleteRecord; events: EventEnvelope[] }) => Promise<'changed' | 'outdated' | 'number-taken'>;
  /** Like change, for many without events. Answers how many were stored; an athlete whose version is another one by now, or whose key is taken, is not. */
  changeMany: (changes: readonly AthleteChange[]) => Promise<number>;
  /** Sets fields that are no part of an athlete's key. Answers how many athletes there were to set them on. */
  setOnMany: (input: { ids: readonly string[]; set: Partial<Omit<AthleteRecord, KeyField>> }) => Promise<number>;
  /** Erases a soft-deleted athlete; what is left waits for its events and is seen by nobody. */
  purge: (input: { contestId: string; id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** Erases the soft-deleted among the athletes. Answers how many. */
  purgeMany: (input: AthletesById) => Promise<number>;
  /** Erases every athlete of a contest. */
  purgeContest: (contestId: string) => Promise<void>;
  /** Removes what is left of erased athletes and waits for no event any more. */
  removePurged: () => Promise<void>;
};
/** What decides an athlete's key and version; these change by `change` and `changeMany` alone. */
export type KeyField = keyof AthleteKey | 'id' | 'isDeleted' | 'version';

/** What every use case of the catalog gets. */
export type CatalogDeps = {
  contests: ContestRepository;
  athletes: AthleteRepository;
  now: () => Date;
  /** Asks for a sweep soon; a deletion leaves work for it. */
  sweepSoon: () => void;
};
