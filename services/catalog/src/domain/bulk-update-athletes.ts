import type { BulkResult, BulkUpdateAthletes } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { assertCategory, hasCategory, touchContest } from './athlete-categories.ts';
import { changedFields } from './changed-fields.ts';
import type { AthleteChange, CatalogDeps } from './ports.ts';
import type { AthleteRecord, ContestRecord } from './records.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;
type Updates = BulkUpdateAthletes['updates'];
type Input = BulkUpdateAthletes & { contestId: string; actor: Actor };
type Rows = { contest: ContestRecord; found: readonly AthleteRecord[]; updates: Updates };
/** `categories` are those that athletes were put into. */
type Outcome = { successCount: number; categories: string[] };

/** Prices and statuses are the same write for every row. */
const updateAlike = async ({ athletes }: Deps, { found, updates }: Rows): Promise<Outcome> => ({
  successCount: await athletes.setOnMany({ ids: found.map(({ id }) => id), set: updates }),
  categories: [],
});

const isAlready = (updates: Updates, athlete: AthleteRecord): boolean =>
  Object.keys(changedFields({ before: athlete, after: { ...athlete, ...updates } }).after).length === 0;

/** Category and deletion decide a row's key, so each row has a write of its own, and one that clashes fails alone. */
const updateEach = async ({ athletes }: Deps, { contest, found, updates }: Rows): Promise<Outcome> => {
  const different = found.filter((athlete) => !isAlready(updates, athlete));
  const changes = different
    .map((before): AthleteChange => ({ before, after: { ...before, ...updates, version: before.version + 1 } }))
    .filter(({ after }) => after.isDeleted || hasCategory(contest, after.category));
  const categories = changes.filter(({ after }) => !after.isDeleted).map(({ after }) => after.category);
  const changedCount = await athletes.changeMany(changes);
  return { successCount: found.length - different.length + changedCount, categories: [...new Set(categories)] };
};

/** What the changed fields were before; athletes that were alike stand together, since thousands of them usually were. */
const formerValues = ({ found, updates }: Pick<Rows, 'found' | 'updates'>) => {
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
 * Changes many athletes alike, deletion and restoring included. It enters the audit log before it begins, as every act on many documents.
 * @throws AppError NotFound, CategoryUnknown
 */
export const bulkUpdateAthletes = async (deps: Deps, { contestId, actor, athleteIds, updates }: Input): Promise<BulkResult> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  if (updates.category !== undefined) assertCategory(contest, updates.category);

  const ids = new Set(athleteIds);
  const found = (await deps.athletes.list({ contestId, includeDeleted: true })).filter(({ id }) => ids.has(id));
  const target = { type: 'contest', id: contestId, label: contest.name };
  const before = formerValues({ found, updates });
  const event = adminActedEvent({ actor, action: 'athletes.bulk-updated', target, before, after: { athleteIds: [...ids], ...updates } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });

  const changesKeys = updates.category !== undefined || updates.isDeleted !== undefined;
  const { successCount, categories } = await (changesKeys ? updateEach : updateAlike)(deps, { contest, found, updates });
  await touchContest(deps, { contest, categories });
  return { successCount, failedCount: ids.size - successCount };
};
