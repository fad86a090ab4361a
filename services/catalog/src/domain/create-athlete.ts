import type { CreateAthlete } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { assertCategory, touchContest } from './athlete-categories.ts';
import { athleteTarget, newAthlete } from './new-athlete.ts';
import type { CatalogDeps } from './ports.ts';
import type { AthleteRecord } from './records.ts';

/** @throws AppError NotFound, CategoryUnknown, AthleteNumberTaken */
export const createAthlete = async (
  deps: Pick<CatalogDeps, 'contests' | 'athletes'>,
  { contestId, actor, wish }: { contestId: string; actor: Actor; wish: CreateAthlete },
): Promise<AthleteRecord> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  assertCategory(contest, wish.category);

  const athlete = newAthlete({ contestId, wish });
  const after = { ...wish, contestId };
  const events = [adminActedEvent({ actor, action: 'athlete.created', target: athleteTarget(athlete), after })];
  if ((await deps.athletes.insert({ athlete, events })) === 'number-taken') throw new AppError('AthleteNumberTaken');
  await touchContest(deps, { contest, categories: [athlete.category] });
  return athlete;
};
