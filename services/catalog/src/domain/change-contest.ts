import type { EventEnvelope } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from './ports.ts';
import type { ContestRecord } from './records.ts';

/** Enough for a contest on which a hundred requests write at once. */
const ATTEMPTS = 200;

/**
 * Reads the contest and lets `attempt` write on the strength of what it read; again from the start when somebody else wrote in between.
 * @throws AppError NotFound
 */
export const withContest = async <Result>(options: {
  contests: CatalogDeps['contests'];
  id: string;
  attempt: (contest: ContestRecord) => Promise<Result | 'outdated'>;
}): Promise<Result> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const contest = await options.contests.find(options.id);
    if (!contest) throw new AppError('NotFound');
    const result = await options.attempt(contest);
    if (result !== 'outdated') return result;
  }
  throw new AppError('ServiceUnavailable', { retryAfterSeconds: 1, cause: new Error(`contest ${options.id} never stood still`) });
};

type Change = { set: Partial<Omit<ContestRecord, 'id' | 'revision'>>; events: EventEnvelope[] };

/** Changes a contest by a decision on its state of that moment; null changes nothing. Answers the contest as it then is. */
export const changeContest = ({
  contests,
  id,
  decide,
}: {
  contests: CatalogDeps['contests'];
  id: string;
  decide: (contest: ContestRecord) => Change | null;
}): Promise<ContestRecord> =>
  withContest({
    contests,
    id,
    attempt: async (contest) => {
      const change = decide(contest);
      if (!change) return contest;
      const outcome = await contests.change({ id, revision: contest.revision, ...change });
      return outcome === 'changed' ? { ...contest, ...change.set, revision: contest.revision + 1 } : 'outdated';
    },
  });
