import type { EventEnvelope } from '@stagereel/contracts';

/** The catalog service. `find` returns undefined for an unknown contest. */
export type Catalog = { find: (contestId: string) => Promise<{ published: boolean } | undefined> };

/** What `cover.changed` says about the media of a contest. */
export type PublishedCover = {
  coverImage: string | null;
  hasSamples: boolean;
  sampleVideo: { url: string; posterUrl: string } | null;
};

/** What media stores about a contest: what it last published, and whether the contest was deleted. */
export type ContestRecord = { revision: number; published: PublishedCover; isDeleted: boolean };

export type ContestRepository = {
  find: (contestId: string) => Promise<ContestRecord>;
  /** False when the stored revision is a different one. */
  setCover: (input: { contestId: string; revision: number; cover: PublishedCover; events: EventEnvelope[] }) => Promise<boolean>;
  markDeleted: (contestId: string) => Promise<void>;
  /** Contests that are not deleted and whose last published cover or samples are not empty. */
  listWithPublishedCovers: () => Promise<string[]>;
};
