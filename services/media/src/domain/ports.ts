import type { Media } from '@stagereel/contracts';

/** Where the records of media are kept. */
export type MediaStore = {
  /** In the order of `displayOrder`. */
  ofContest: (contestId: string) => Promise<Media[]>;
  add: (media: Media) => Promise<void>;
  removeOfContest: (contestId: string) => Promise<void>;
};

export type MediaDeps = { media: MediaStore };
