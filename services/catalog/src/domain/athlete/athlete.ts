import type { Athlete, CreateAthlete, EventEnvelope } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import type { SaleFacts } from '../contest/contest.ts';

export type AthleteRecord = Athlete;

/** The fields that identify an athlete to customers. */
export type AthleteKey = Pick<AthleteRecord, 'contestId' | 'category' | 'athleteNumber'>;

/** Unique among the athletes that are not deleted. None of the three fields can contain a line break. */
export const athleteKeyOf = ({ contestId, category, athleteNumber }: AthleteKey): string => [contestId, category, athleteNumber].join('\n');

/** What visitors search. */
export type AthleteOnSale = Pick<AthleteRecord, 'category' | 'athleteNumber' | 'name'>;

/** An athlete that is not stored yet. An empty name is stored as null. */
export const newAthlete = ({ contestId, data }: { contestId: string; data: CreateAthlete }): AthleteRecord => ({
  ...data,
  id: uuid(),
  contestId,
  name: data.name || null,
  isDeleted: false,
  version: 1,
});

/** An athlete as the target of an audit event. */
export const athleteTarget = ({ id, category, athleteNumber }: AthleteRecord) => ({
  type: 'athlete',
  id,
  label: `${category} ${athleteNumber}`,
});

/** An athlete before and after a change. */
export type AthleteChange = { before: AthleteRecord; after: AthleteRecord };
/** The fields that decide an athlete's key and version; only `change` and `changeMany` write them. */
export type KeyField = keyof AthleteKey | 'id' | 'isDeleted' | 'version';

type AthletesById = { contestId: string; ids: readonly string[] };

/**
 * Athletes of a contest, including the deleted (`isDeleted`) ones unless a method says otherwise. Purging removes an athlete for good; while
 * events of it wait in its document, an emptied tombstone remains that no other method returns.
 */
export type AthleteRepository = {
  /** In no particular order. */
  list: (input: { contestId: string; includeDeleted: boolean }) => Promise<AthleteRecord[]>;
  find: (input: { contestId: string; id: string }) => Promise<AthleteRecord | null>;
  /** The athletes with these keys that are not deleted, of any contest; one query. */
  findByKeys: (keys: readonly AthleteKey[]) => Promise<AthleteRecord[]>;
  /** The athletes whose videos are on sale, in no particular order. */
  listOnSale: (contestId: string) => Promise<AthleteOnSale[]>;
  /** Counts the athletes on sale and finds the lowest and the highest price of their videos. */
  summariseSale: (contestId: string) => Promise<SaleFacts>;
  /** Whether an athlete that is not deleted has the category. */
  isCategoryUsed: (input: { contestId: string; category: string }) => Promise<boolean>;
  insert: (input: { athlete: AthleteRecord; events: EventEnvelope[] }) => Promise<'inserted' | 'number-taken'>;
  /** Returns the indexes whose number is taken; the others are stored. */
  insertMany: (athletes: readonly AthleteRecord[]) => Promise<Set<number>>;
  /** Stores what differs if the athlete still has the version of `before`, and increments its version. */
  change: (input: AthleteChange & { events: EventEnvelope[] }) => Promise<'changed' | 'outdated' | 'number-taken'>;
  /** Like `change` for many of a contest, without events. Returns how many were stored: not those that are outdated or whose number is taken. */
  changeMany: (input: { contestId: string; changes: readonly AthleteChange[] }) => Promise<number>;
  /** Sets fields that are not part of an athlete's key, and increments the versions. Returns how many of the athletes exist. */
  setOnMany: (input: AthletesById & { set: Partial<Omit<AthleteRecord, KeyField>> }) => Promise<number>;
  /** Purges a deleted athlete. Returns false if there is none. */
  purge: (input: { contestId: string; id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** Purges those of the athletes that are deleted. Returns how many. */
  purgeMany: (input: AthletesById) => Promise<number>;
  /** Purges every athlete of a contest. */
  purgeContest: (contestId: string) => Promise<void>;
  /** Removes the tombstones whose events are all published. */
  removeTombstones: () => Promise<void>;
};
