import type { AthleteRepository } from './athlete/athlete.ts';
import type { ContestRepository } from './contest/contest.ts';

/** What every use case of the catalog receives. */
export type CatalogDeps = {
  contests: ContestRepository;
  athletes: AthleteRepository;
  now: () => Date;
  /** Starts the sweep now instead of at its next interval. */
  triggerSweep: () => void;
};
