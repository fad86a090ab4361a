import { type CreateAthlete, type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { hasCategory, recordAthleteChange, requireCategory } from '../category/athlete-categories.ts';
import type { CatalogDeps } from '../deps.ts';
import { type AthleteRecord, athleteTarget, newAthlete } from './athlete.ts';

/** @throws AppError NotFound, CategoryUnknown, AthleteNumberTaken */
export const createAthlete = async (
  deps: CatalogDeps,
  { contestId, actor, data }: { contestId: string; actor: Actor; data: CreateAthlete },
): Promise<AthleteRecord> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  requireCategory(contest, data.category);

  const athlete = newAthlete({ contestId, data });
  const after = { ...data, contestId };
  const events = [adminActedEvent({ actor, action: 'athlete.created', target: athleteTarget(athlete), after })];
  if ((await deps.athletes.insert({ athlete, events })) === 'number-taken') throw new AppError('AthleteNumberTaken');
  await recordAthleteChange(deps, { contest, categories: [athlete.category] });
  return athlete;
};

type Failure = { index: number; code: ErrorCode; message: string };

const failure = (index: number, code: ErrorCode): Failure => ({ index, code, message: errorCatalogue[code].message });

/**
 * Creates many athletes by one write; an invalid one fails without affecting the others. A bulk action is written to the audit log before it
 * begins: after a crash, the log may name athletes that were not created, but never misses one that was.
 * @throws AppError NotFound
 */
export const bulkCreateAthletes = async (
  deps: CatalogDeps,
  { contestId, actor, athletes }: { contestId: string; actor: Actor; athletes: readonly CreateAthlete[] },
): Promise<{ created: AthleteRecord[]; failed: Failure[] }> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  const rows = athletes.map((data, index) => ({ index, athlete: newAthlete({ contestId, data }) }));
  const valid = rows.filter(({ athlete }) => hasCategory(contest, athlete.category));
  const invalid = rows.filter(({ athlete }) => !hasCategory(contest, athlete.category));
  const failed = invalid.map(({ index }) => failure(index, 'CategoryUnknown'));
  if (valid.length === 0) return { created: [], failed };

  const target = { type: 'contest', id: contestId, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.bulk-created', target, after: { count: valid.length } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });
  const taken = await deps.athletes.insertMany(valid.map(({ athlete }) => athlete));
  const created = valid.filter((_, position) => !taken.has(position)).map(({ athlete }) => athlete);
  const duplicates = valid.filter((_, position) => taken.has(position)).map(({ index }) => failure(index, 'AthleteNumberTaken'));
  await recordAthleteChange(deps, { contest, categories: [...new Set(created.map(({ category }) => category))] });
  return { created, failed: [...failed, ...duplicates].sort((left, right) => left.index - right.index) };
};
