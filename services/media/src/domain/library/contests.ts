import type { EventEnvelope } from '@stagereel/contracts';

/** The catalog service. `find` returns undefined for an unknown contest. */
export type Catalog = { find: (contestId: string) => Promise<{ published: boolean } | undefined> };

/** What media stores about a contest: the last published cover, and whether the contest was deleted. */
export type ContestRecord = { revision: number; coverImage: string | null; isDeleted: boolean };

export type ContestRepository = {
  find: (contestId: string) => Promise<ContestRecord>;
  /** False when the stored revision is a different one. */
  setCover: (input: { contestId: string; revision: number; coverImage: string | null; events: EventEnvelope[] }) => Promise<boolean>;
  markDeleted: (contestId: string) => Promise<void>;
  /** Contests whose last published cover is not null. */
  listWithPublishedCovers: () => Promise<string[]>;
};
