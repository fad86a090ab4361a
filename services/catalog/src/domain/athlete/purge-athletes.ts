import type { BulkResult } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { recordAthleteChange } from '../category/athlete-categories.ts';
import type { CatalogDeps } from '../deps.ts';
import { athleteTarget } from './athlete.ts';

/** Removes a deleted athlete for good. @throws AppError NotFound, AthleteNotDeleted */
export const purgeAthlete = async (
  deps: CatalogDeps,
  { contestId, athleteId, actor }: { contestId: string; athleteId: string; actor: Actor },
): Promise<void> => {
  const contest = await deps.contests.find(contestId);
  const athlete = contest && (await deps.athletes.find({ contestId, id: athleteId }));
  if (!athlete) throw new AppError('NotFound');

  const event = adminActedEvent({ actor, action: 'athlete.purged', target: athleteTarget(athlete), before: { contestId } });
  const isPurged = await deps.athletes.purge({ contestId, id: athleteId, events: [event] });
  if (!isPurged) throw new AppError('AthleteNotDeleted');
  await recordAthleteChange(deps, { contest, categories: [] });
};

/**
 * Removes for good those of the athletes that are deleted. Like every bulk action, it is written to the audit log before it begins.
 * @throws AppError NotFound
 */
export const bulkPurgeAthletes = async (
  deps: CatalogDeps,
  { contestId, athleteIds, actor }: { contestId: string; athleteIds: readonly string[]; actor: Actor },
): Promise<BulkResult> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  const ids = [...new Set(athleteIds)];
  const target = { type: 'contest', id: contestId, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.bulk-purged', target, before: { count: ids.length, athleteIds: ids } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });
  const successCount = await deps.athletes.purgeMany({ contestId, ids });
  await recordAthleteChange(deps, { contest, categories: [] });
  return { successCount, failedCount: ids.length - successCount };
};
