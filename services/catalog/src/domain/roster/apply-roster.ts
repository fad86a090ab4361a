import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { touchContest } from '../athlete-categories.ts';
import { changedFields } from '../changed-fields.ts';
import { athleteTarget } from '../new-athlete.ts';
import type { CatalogDeps } from '../ports.ts';
import type { AthleteRecord, ContestRecord } from '../records.ts';
import type { Outcome, PlannedRow } from './plan-roster.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;
type Work<Action> = { row: number } & Extract<Outcome, { action: Action }>;
type Create = Work<'create'>;
type Update = Work<'update'>;
/** Why rows could not be stored, by their number. */
type Failures = ReadonlyMap<number, ErrorCode>;

const auditOf = ({ creates, updates }: { creates: readonly Create[]; updates: readonly Update[] }) => {
  const changes = updates.map(({ stored, athlete }) => {
    const { version: _, ...fields } = athlete;
    const { id, label } = athleteTarget(stored);
    const { before, after } = changedFields({ before: stored, after: fields });
    return { before: { id, athlete: label, ...before }, after: { id, athlete: label, ...after } };
  });
  return {
    before: { athletes: changes.map(({ before }) => before) },
    after: { createdCount: creates.length, updatedCount: updates.length, athletes: changes.map(({ after }) => after) },
  };
};

const insertAll = async ({ athletes }: Deps, creates: readonly Create[]): Promise<Failures> => {
  if (creates.length === 0) return new Map();
  const taken = await athletes.insertMany(creates.map(({ athlete }) => athlete));
  return new Map(creates.filter((_, position) => taken.has(position)).map(({ row }) => [row, 'AthleteNumberTaken']));
};

/** A bulk write tells how many rows it reached, not which. Where it missed any, those count that are now as the file says. */
const updateAll = async (
  { athletes }: Deps,
  { contestId, updates }: { contestId: string; updates: readonly Update[] },
): Promise<Failures> => {
  const changes = updates.map(({ stored, athlete }) => ({ before: stored, after: athlete }));
  if ((await athletes.changeMany(changes)) === changes.length) return new Map();
  const current = await athletes.list({ contestId, includeDeleted: true });
  const currentById = new Map(current.map((athlete) => [athlete.id, athlete]));
  const isAsWished = ({ version: _, ...wish }: AthleteRecord): boolean => {
    const { after } = changedFields({ before: currentById.get(wish.id) ?? {}, after: wish });
    return Object.keys(after).length === 0;
  };
  return new Map(updates.filter(({ athlete }) => !isAsWished(athlete)).map(({ row }) => [row, 'AthleteChangedMeanwhile']));
};

/**
 * Stores what was planned; a row that somebody was faster with fails alone and comes back refused. As every act on many documents, it enters
 * the audit log before it begins.
 * @throws AppError NotFound when the contest was deleted in between
 */
export const applyRoster = async (
  deps: Deps,
  { contest, actor, rows }: { contest: ContestRecord; actor: Actor; rows: readonly PlannedRow[] },
): Promise<PlannedRow[]> => {
  const creates = rows.flatMap(({ row, outcome }) => (outcome.action === 'create' ? [{ row, ...outcome }] : []));
  const updates = rows.flatMap(({ row, outcome }) => (outcome.action === 'update' ? [{ row, ...outcome }] : []));
  if (creates.length + updates.length === 0) return [...rows];

  const target = { type: 'contest', id: contest.id, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.imported', target, ...auditOf({ creates, updates }) });
  if (!(await deps.contests.appendEvents({ id: contest.id, events: [event] }))) throw new AppError('NotFound');
  const failures = new Map([...(await insertAll(deps, creates)), ...(await updateAll(deps, { contestId: contest.id, updates }))]);
  await touchContest(deps, { contest, categories: [...new Set([...creates, ...updates].map(({ athlete }) => athlete.category))] });

  return rows.map((row) => {
    const code = failures.get(row.row);
    return code ? { ...row, errors: [errorCatalogue[code].message], outcome: { action: 'refused' } } : row;
  });
};
