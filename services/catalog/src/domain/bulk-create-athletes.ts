import { type CreateAthlete, type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { hasCategory, touchContest } from './athlete-categories.ts';
import { newAthlete } from './new-athlete.ts';
import type { CatalogDeps } from './ports.ts';
import type { AthleteRecord } from './records.ts';

type Failure = { index: number; code: ErrorCode; message: string };
type Input = { contestId: string; actor: Actor; wishes: readonly CreateAthlete[] };

const failure = (index: number, code: ErrorCode): Failure => ({ index, code, message: errorCatalogue[code].message });

/**
 * Adds athletes in one write; one that cannot be added fails alone. An act on many documents enters the audit log before it begins: a log
 * that says too much after a crash is better than one that says too little.
 * @throws AppError NotFound
 */
export const bulkCreateAthletes = async (
  deps: Pick<CatalogDeps, 'contests' | 'athletes'>,
  { contestId, actor, wishes }: Input,
): Promise<{ created: AthleteRecord[]; failed: Failure[] }> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  const rows = wishes.map((wish, index) => ({ index, athlete: newAthlete({ contestId, wish }) }));
  const known = rows.filter(({ athlete }) => hasCategory(contest, athlete.category));
  const unknown = rows.filter(({ athlete }) => !hasCategory(contest, athlete.category));
  const failed = unknown.map(({ index }) => failure(index, 'CategoryUnknown'));
  if (known.length === 0) return { created: [], failed };

  const target = { type: 'contest', id: contestId, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.bulk-created', target, after: { count: known.length } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });
  const taken = await deps.athletes.insertMany(known.map(({ athlete }) => athlete));
  const created = known.filter((_, position) => !taken.has(position)).map(({ athlete }) => athlete);
  const clashed = known.filter((_, position) => taken.has(position)).map(({ index }) => failure(index, 'AthleteNumberTaken'));
  await touchContest(deps, { contest, categories: [...new Set(created.map(({ category }) => category))] });
  return { created, failed: [...failed, ...clashed].sort((left, right) => left.index - right.index) };
};
