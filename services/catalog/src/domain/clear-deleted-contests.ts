import type { CatalogDeps } from './ports.ts';

type Deps = Pick<CatalogDeps, 'contests' | 'athletes' | 'now'> & { keepDeletedMs: number };

/**
 * Takes away what deletions leave behind. The emptied record of a deleted contest is the note that there is work: it stays until its events
 * are out and until no request that began before the deletion can still add an athlete, and its athletes are removed once more right before
 * it goes. So a crash at any point leaves a note that the next sweep, here or in another replica, finds.
 */
export const clearDeletedContests = async ({ contests, athletes, now, keepDeletedMs }: Deps): Promise<void> => {
  for (const { id, deletedAt } of await contests.listDeleted()) {
    await athletes.purgeContest(id);
    if (now().getTime() - deletedAt.getTime() >= keepDeletedMs) await contests.removeDeleted(id);
  }
  await athletes.removePurged();
};
