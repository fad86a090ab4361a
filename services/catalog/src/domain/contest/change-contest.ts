import type { EventEnvelope } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import type { ContestRecord } from './contest.ts';

/** Enough for a hundred requests that write to one contest at the same time. */
const MAX_ATTEMPTS = 200;

/**
 * Optimistic concurrency: reads the contest and runs `attempt` on it. Repeats both while `attempt` returns `outdated`.
 * @throws AppError NotFound
 */
export const retryOnOutdatedContest = async <Result>(
  { contests }: CatalogDeps,
  { id, attempt }: { id: string; attempt: (contest: ContestRecord) => Promise<Result | 'outdated'> },
): Promise<Result> => {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const contest = await contests.find(id);
    if (!contest) throw new AppError('NotFound');
    const result = await attempt(contest);
    if (result !== 'outdated') return result;
  }
  const cause = new Error(`Contest ${id} was outdated in ${MAX_ATTEMPTS} attempts`);
  throw new AppError('ServiceUnavailable', { retryAfterSeconds: 1, cause });
};

type ContestChange = { set: Partial<Omit<ContestRecord, 'id' | 'revision'>>; events: EventEnvelope[] };

/**
 * Applies the change that `decide` returns for the contest's current state; null changes nothing. Returns the contest after the change.
 * @throws AppError NotFound
 */
export const changeContest = (
  deps: CatalogDeps,
  { id, decide }: { id: string; decide: (contest: ContestRecord) => ContestChange | null },
): Promise<ContestRecord> =>
  retryOnOutdatedContest(deps, {
    id,
    attempt: async (contest) => {
      const change = decide(contest);
      if (!change) return contest;
      const outcome = await deps.contests.change({ id, revision: contest.revision, ...change });
      return outcome === 'changed' ? { ...contest, ...change.set, revision: contest.revision + 1 } : 'outdated';
    },
  });
