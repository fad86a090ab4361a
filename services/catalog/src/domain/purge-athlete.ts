import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { touchContest } from './athlete-categories.ts';
import { athleteTarget } from './new-athlete.ts';
import type { CatalogDeps } from './ports.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;

/** Erases a soft-deleted athlete for good. @throws AppError NotFound, AthleteNotDeleted */
export const purgeAthlete = async (
  deps: Deps,
  { contestId, athleteId, actor }: { contestId: string; athleteId: string; actor: Actor },
): Promise<void> => {
  const contest = await deps.contests.find(contestId);
  const athlete = contest && (await deps.athletes.find({ contestId, id: athleteId }));
  if (!athlete) throw new AppError('NotFound');

  const event = adminActedEvent({ actor, action: 'athlete.purged', target: athleteTarget(athlete), before: { contestId } });
  const isPurged = await deps.athletes.purge({ contestId, id: athleteId, events: [event] });
  if (!isPurged) throw new AppError('AthleteNotDeleted');
  await touchContest(deps, { contest, categories: [] });
};
