import type { AdminAction, BulkResult, BulkUpdateAthletes, UpdateAthlete } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { hasCategory, recordAthleteChange, requireCategory } from '../category/athlete-categories.ts';
import { changedFields } from '../changed-fields.ts';
import type { ContestRecord } from '../contest/contest.ts';
import type { CatalogDeps } from '../deps.ts';
import { type AthleteChange, type AthleteRecord, athleteTarget } from './athlete.ts';

const MAX_ATTEMPTS = 50;

const actionOf = ({ before, after }: AthleteChange): AdminAction => {
  if (before.isDeleted === after.isDeleted) return 'athlete.updated';
  return after.isDeleted ? 'athlete.deleted' : 'athlete.restored';
};

/**
 * Changes the given fields of an athlete; `isDeleted` deletes and restores it. If `version` is given, the athlete must still have it. Returns
 * the athlete unchanged if no value differs.
 * @throws AppError NotFound, AthleteChangedMeanwhile, CategoryUnknown, AthleteNumberTaken
 */
export const updateAthlete = async (
  deps: CatalogDeps,
  { contestId, athleteId, actor, changes }: { contestId: string; athleteId: string; actor: Actor; changes: UpdateAthlete },
): Promise<AthleteRecord> => {
  const { version: expectedVersion, ...fields } = changes;
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');

  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const current = await deps.athletes.find({ contestId, id: athleteId });
    if (!current) throw new AppError('NotFound');
    if (expectedVersion !== undefined && expectedVersion !== current.version) throw new AppError('AthleteChangedMeanwhile');

    const updated: AthleteRecord = { ...current, ...fields, ...(fields.name === undefined ? {} : { name: fields.name || null }) };
    const { before, after } = changedFields({ before: current, after: updated });
    if (Object.keys(after).length === 0) return current;
    const isRestored = current.isDeleted && !updated.isDeleted;
    if (updated.category !== current.category || isRestored) requireCategory(contest, updated.category);

    const athlete = { ...updated, version: current.version + 1 };
    const action = actionOf({ before: current, after: athlete });
    const events = [adminActedEvent({ actor, action, target: athleteTarget(athlete), before, after: { ...after, contestId } })];
    const outcome = await deps.athletes.change({ before: current, after: athlete, events });
    if (outcome === 'number-taken') throw new AppError('AthleteNumberTaken');
    if (outcome === 'outdated') continue;
    await recordAthleteChange(deps, { contest, categories: [athlete.category] });
    return athlete;
  }
  throw new AppError('AthleteChangedMeanwhile');
};

type Updates = BulkUpdateAthletes['updates'];
type BulkInput = { contest: ContestRecord; found: readonly AthleteRecord[]; updates: Updates };
/** `categories` are those that athletes were put into. */
type BulkOutcome = { successCount: number; categories: string[] };

/** Prices and statuses are not part of a key: the same write suits every athlete and cannot fail. */
const updatePlainFields = async ({ athletes }: CatalogDeps, { contest, found, updates }: BulkInput): Promise<BulkOutcome> => ({
  successCount: await athletes.setOnMany({ contestId: contest.id, ids: found.map(({ id }) => id), set: updates }),
  categories: [],
});

const hasChanges = (updates: Updates, athlete: AthleteRecord): boolean =>
  Object.keys(changedFields({ before: athlete, after: { ...athlete, ...updates } }).after).length > 0;

/** Category and deletion change an athlete's key: each athlete has its own write, and one whose number is taken fails alone. */
const updateKeyFields = async ({ athletes }: CatalogDeps, { contest, found, updates }: BulkInput): Promise<BulkOutcome> => {
  const differing = found.filter((athlete) => hasChanges(updates, athlete));
  const changes = differing
    .map((before): AthleteChange => ({ before, after: { ...before, ...updates, version: before.version + 1 } }))
    .filter(({ after }) => after.isDeleted || hasCategory(contest, after.category));
  const categories = changes.filter(({ after }) => !after.isDeleted).map(({ after }) => after.category);
  const changedCount = await athletes.changeMany({ contestId: contest.id, changes });
  return { successCount: found.length - differing.length + changedCount, categories: [...new Set(categories)] };
};

/** The previous values for the audit log, grouped by equal values: thousands of athletes usually have the same ones. */
const previousValues = ({ found, updates }: { found: readonly AthleteRecord[]; updates: Updates }) => {
  const groups = new Map<string, Partial<AthleteRecord> & { athleteIds: string[] }>();
  for (const athlete of found) {
    const { before } = changedFields({ before: athlete, after: { ...athlete, ...updates } });
    const key = JSON.stringify(before);
    const group = groups.get(key) ?? { ...before, athleteIds: [] };
    group.athleteIds.push(athlete.id);
    groups.set(key, group);
  }
  return { athletes: [...groups.values()] };
};

/**
 * Makes the same change to many athletes, also deletes and restores them. Like every bulk action, it is written to the audit log before it
 * begins.
 * @throws AppError NotFound, CategoryUnknown
 */
export const bulkUpdateAthletes = async (
  deps: CatalogDeps,
  { contestId, actor, athleteIds, updates }: BulkUpdateAthletes & { contestId: string; actor: Actor },
): Promise<BulkResult> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  if (updates.category !== undefined) requireCategory(contest, updates.category);

  const ids = new Set(athleteIds);
  const byId = new Map((await deps.athletes.list({ contestId, includeDeleted: true })).map((athlete) => [athlete.id, athlete]));
  // In the order of the request, because the database may return them in any order, and the audit log shows them.
  const found = [...ids].flatMap((id) => byId.get(id) ?? []);
  const target = { type: 'contest', id: contestId, label: contest.name };
  const before = previousValues({ found, updates });
  const event = adminActedEvent({ actor, action: 'athletes.bulk-updated', target, before, after: { athleteIds: [...ids], ...updates } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });

  const changesKeys = updates.category !== undefined || updates.isDeleted !== undefined;
  const update = changesKeys ? updateKeyFields : updatePlainFields;
  const { successCount, categories } = await update(deps, { contest, found, updates });
  await recordAthleteChange(deps, { contest, categories });
  return { successCount, failedCount: ids.size - successCount };
};
