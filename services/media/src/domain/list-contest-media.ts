import type { Media } from '@stagereel/contracts';
import type { MediaDeps } from './ports.ts';

/** A contest nobody gave anything has an empty list, and so has one that does not exist: catalog alone knows which contests there are. */
export const listContestMedia = ({ media }: MediaDeps, contestId: string): Promise<Media[]> => media.ofContest(contestId);
