import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { type AthleteRecord, athleteTarget } from '../athlete/athlete.ts';
import { recordAthleteChange } from '../category/athlete-categories.ts';
import { changedFields } from '../changed-fields.ts';
import type { ContestRecord } from '../contest/contest.ts';
import type { CatalogDeps } from '../deps.ts';
import type { Outcome, PlannedRow } from './plan-roster.ts';

type RowOf<Action> = { row: number } & Extract<Outcome, { action: Action }>;
type Create = RowOf<'create'>;
type Update = RowOf<'update'>;
/** Row number → why the row could not be stored. */
type Failures = ReadonlyMap<number, ErrorCode>;

const auditValues = ({ creates, updates }: { creates: readonly Create[]; updates: readonly Update[] }) => {
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

const insertAll = async ({ athletes }: CatalogDeps, creates: readonly Create[]): Promise<Failures> => {
  if (creates.length === 0) return new Map();
  const taken = await athletes.insertMany(creates.map(({ athlete }) => athlete));
  return new Map(creates.filter((_, position) => taken.has(position)).map(({ row }) => [row, 'AthleteNumberTaken']));
};

type UpdateInput = { contestId: string; updates: readonly Update[] };

/** A bulk write returns how many rows it changed, not which. If it missed some, a row succeeded if the athlete now has its values. */
const updateAll = async ({ athletes }: CatalogDeps, { contestId, updates }: UpdateInput): Promise<Failures> => {
  const changes = updates.map(({ stored, athlete }) => ({ before: stored, after: athlete }));
  if ((await athletes.changeMany({ contestId, changes })) === changes.length) return new Map();
  const current = await athletes.list({ contestId, includeDeleted: true });
  const currentById = new Map(current.map((athlete) => [athlete.id, athlete]));
  const isStored = ({ version: _, ...expected }: AthleteRecord): boolean => {
    const { after } = changedFields({ before: currentById.get(expected.id) ?? {}, after: expected });
    return Object.keys(after).length === 0;
  };
  return new Map(updates.filter(({ athlete }) => !isStored(athlete)).map(({ row }) => [row, 'AthleteChangedMeanwhile']));
};

/**
 * Stores a plan. A row whose athlete changed since planning fails alone and is returned as refused. Like every bulk action, it is written to
 * the audit log before it begins.
 * @throws AppError NotFound if the contest was deleted in between
 */
export const applyRoster = async (
  deps: CatalogDeps,
  { contest, actor, rows }: { contest: ContestRecord; actor: Actor; rows: readonly PlannedRow[] },
): Promise<PlannedRow[]> => {
  const creates = rows.flatMap(({ row, outcome }) => (outcome.action === 'create' ? [{ row, ...outcome }] : []));
  const updates = rows.flatMap(({ row, outcome }) => (outcome.action === 'update' ? [{ row, ...outcome }] : []));
  if (creates.length + updates.length === 0) return [...rows];

  const target = { type: 'contest', id: contest.id, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.imported', target, ...auditValues({ creates, updates }) });
  if (!(await deps.contests.appendEvents({ id: contest.id, events: [event] }))) throw new AppError('NotFound');
  const failures = new Map([...(await insertAll(deps, creates)), ...(await updateAll(deps, { contestId: contest.id, updates }))]);
  const categories = [...creates, ...updates].map(({ athlete }) => athlete.category);
  await recordAthleteChange(deps, { contest, categories: [...new Set(categories)] });

  return rows.map((row) => {
    const code = failures.get(row.row);
    return code ? { ...row, errors: [errorCatalogue[code].message], outcome: { action: 'refused' } } : row;
  });
};
