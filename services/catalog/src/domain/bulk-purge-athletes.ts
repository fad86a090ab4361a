import type { BulkResult } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { touchContest } from './athlete-categories.ts';
import type { CatalogDeps } from './ports.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;

/** Erases for good those of the athletes that are soft-deleted. It enters the audit log before it begins. @throws AppError NotFound */
export const bulkPurgeAthletes = async (
  deps: Deps,
  { contestId, athleteIds, actor }: { contestId: string; athleteIds: readonly string[]; actor: Actor },
): Promise<BulkResult> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  const ids = [...new Set(athleteIds)];
  const target = { type: 'contest', id: contestId, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.bulk-purged', target, before: { count: ids.length, athleteIds: ids } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });
  const successCount = await deps.athletes.purgeMany({ contestId, ids });
  await touchContest(deps, { contest, categories: [] });
  return { successCount, failedCount: ids.length - successCount };
};
