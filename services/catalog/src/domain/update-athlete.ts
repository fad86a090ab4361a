import type { UpdateAthlete } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { assertCategory, touchContest } from './athlete-categories.ts';
import { changedFields } from './changed-fields.ts';
import { athleteTarget } from './new-athlete.ts';
import type { CatalogDeps } from './ports.ts';
import type { AthleteRecord } from './records.ts';

const ATTEMPTS = 50;

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;
type Input = { contestId: string; athleteId: string; actor: Actor; wish: UpdateAthlete };

const actionOf = ({ before, after }: { before: AthleteRecord; after: AthleteRecord }): string => {
  if (before.isDeleted === after.isDeleted) return 'athlete.updated';
  return after.isDeleted ? 'athlete.deleted' : 'athlete.restored';
};

/**
 * Changes what the wish names; what is so already is no change. With `version` it counts only for the row its writer saw. `isDeleted`
 * soft-deletes and restores.
 * @throws AppError NotFound, AthleteChangedMeanwhile, CategoryUnknown, AthleteNumberTaken
 */
export const updateAthlete = async (deps: Deps, { contestId, athleteId, actor, wish }: Input): Promise<AthleteRecord> => {
  const { version: seenVersion, ...fields } = wish;
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const current = await deps.athletes.find({ contestId, id: athleteId });
    if (!current) throw new AppError('NotFound');
    if (seenVersion !== undefined && seenVersion !== current.version) throw new AppError('AthleteChangedMeanwhile');

    const wished: AthleteRecord = { ...current, ...fields, ...(fields.name === undefined ? {} : { name: fields.name || null }) };
    const { before, after } = changedFields({ before: current, after: wished });
    if (Object.keys(after).length === 0) return current;
    const isRestored = current.isDeleted && !wished.isDeleted;
    if (wished.category !== current.category || isRestored) assertCategory(contest, wished.category);

    const athlete = { ...wished, version: current.version + 1 };
    const action = actionOf({ before: current, after: athlete });
    const events = [adminActedEvent({ actor, action, target: athleteTarget(athlete), before, after: { ...after, contestId } })];
    const outcome = await deps.athletes.change({ athlete, events });
    if (outcome === 'number-taken') throw new AppError('AthleteNumberTaken');
    if (outcome === 'outdated') continue;
    await touchContest(deps, { contest, categories: [athlete.category] });
    return athlete;
  }
  throw new AppError('AthleteChangedMeanwhile');
};
