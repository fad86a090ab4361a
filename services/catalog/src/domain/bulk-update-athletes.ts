import type { BulkResult, BulkUpdateAthletes } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { assertCategory, hasCategory, touchContest } from './athlete-categories.ts';
import type { CatalogDeps } from './ports.ts';
import type { AthleteRecord, ContestRecord } from './records.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes'>;
type Input = BulkUpdateAthletes & { contestId: string; actor: Actor };
type Rows = { contest: ContestRecord; ids: string[]; updates: BulkUpdateAthletes['updates'] };
/** `categories` are those that athletes were put into. */
type Outcome = { successCount: number; categories: string[] };

/** Prices and statuses are the same write for every row. */
const updateAlike = async ({ athletes }: Deps, { contest, ids, updates }: Rows): Promise<Outcome> => ({
  successCount: await athletes.setOnMany({ contestId: contest.id, ids, set: updates }),
  categories: [],
});

/** Category and deletion decide a row's key, so each row has a write of its own, and one that clashes fails alone. */
const updateEach = async ({ athletes }: Deps, { contest, ids, updates }: Rows): Promise<Outcome> => {
  const current = await athletes.findMany({ contestId: contest.id, ids });
  const next = current
    .map((athlete): AthleteRecord => ({ ...athlete, ...updates, version: athlete.version + 1 }))
    .filter(({ isDeleted, category }) => isDeleted || hasCategory(contest, category));
  const categories = next.filter(({ isDeleted }) => !isDeleted).map(({ category }) => category);
  return { successCount: await athletes.changeMany(next), categories: [...new Set(categories)] };
};

/**
 * Changes many athletes alike, deletion and restoring included. It enters the audit log before it begins, as every act on many documents.
 * @throws AppError NotFound, CategoryUnknown
 */
export const bulkUpdateAthletes = async (deps: Deps, { contestId, actor, athleteIds, updates }: Input): Promise<BulkResult> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  if (updates.category !== undefined) assertCategory(contest, updates.category);

  const ids = [...new Set(athleteIds)];
  const target = { type: 'contest', id: contestId, label: contest.name };
  const event = adminActedEvent({ actor, action: 'athletes.bulk-updated', target, after: { athleteIds: ids, ...updates } });
  await deps.contests.appendEvents({ id: contestId, events: [event] });

  const changesKeys = updates.category !== undefined || updates.isDeleted !== undefined;
  const { successCount, categories } = await (changesKeys ? updateEach : updateAlike)(deps, { contest, ids, updates });
  await touchContest(deps, { contest, categories });
  return { successCount, failedCount: ids.length - successCount };
};
