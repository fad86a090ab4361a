import type { MediaDeps } from './ports.ts';

/** A deleted contest takes its media along. Doing it twice changes nothing. */
export const forgetContest = ({ media }: MediaDeps, contestId: string): Promise<void> => media.removeOfContest(contestId);
