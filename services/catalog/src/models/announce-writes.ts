import { announceWrites, CONTEST_LISTS, contestScope, type ScopesOf, type WhileWriting } from '@stagereel/service-kit';
import type { AthleteRepository } from '../domain/athlete/athlete.ts';
import type { ContestRepository } from '../domain/contest/contest.ts';

/** The lists show something of every contest and of its athletes. */
const ofContests = (...ids: readonly string[]): string[] => [CONTEST_LISTS, ...ids.map(contestScope)];

const contestScopes: ScopesOf<ContestRepository> = {
  list: null,
  find: null,
  findMany: null,
  insert: ({ contest }) => ofContests(contest.id),
  change: ({ id }) => ofContests(id),
  incrementRevision: ({ id }) => ofContests(id),
  setMedia: ({ id }) => ofContests(id),
  appendEvents: null,
  replaceByTombstone: ({ id }) => ofContests(id),
  listDue: null,
  publishDue: ({ ids }) => ofContests(...ids),
  listTombstones: null,
  removeTombstone: null,
};

const athleteScopes: ScopesOf<AthleteRepository> = {
  list: null,
  find: null,
  findByKeys: null,
  listOnSale: null,
  summariseSale: null,
  isCategoryUsed: null,
  insert: ({ athlete }) => ofContests(athlete.contestId),
  insertMany: (athletes) => ofContests(...new Set(athletes.map(({ contestId }) => contestId))),
  change: ({ before }) => ofContests(before.contestId),
  changeMany: ({ contestId }) => ofContests(contestId),
  setOnMany: ({ contestId }) => ofContests(contestId),
  purge: ({ contestId }) => ofContests(contestId),
  purgeMany: ({ contestId }) => ofContests(contestId),
  // Its contest was deleted before.
  purgeContest: null,
  removeTombstones: null,
};

type Repositories = { contests: ContestRepository; athletes: AthleteRepository };

/** Announces every write that changes what visitors read. */
export const announceCatalogWrites = ({ contests, athletes }: Repositories, whileWriting: WhileWriting): Repositories => ({
  contests: announceWrites({ repository: contests, scopes: contestScopes, whileWriting }),
  // Every change of athletes ends with a new revision of their contest.
  athletes: announceWrites({
    repository: athletes,
    scopes: athleteScopes,
    whileWriting: (written, write) => whileWriting(written, write, { isLast: false }),
  }),
});
