import { contestDeleted } from '@stagereel/contracts';
import { type Actor, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { retryOnOutdatedContest } from './change-contest.ts';

/**
 * Deletes a contest by one write that turns it into a tombstone with its events. {@link removeContestTombstones} removes the athletes and the
 * tombstone later.
 * @throws AppError NotFound, also if the contest is already deleted
 */
export const deleteContest = async (deps: CatalogDeps, { id, actor }: { id: string; actor: Actor }): Promise<void> => {
  await retryOnOutdatedContest(deps, {
    id,
    attempt: async ({ name, date, location, revision }) => {
      const deletedAt = deps.now();
      const target = { type: 'contest', id, label: name };
      const events = [
        createEvent(contestDeleted, { contestId: id, name, deletedAt: deletedAt.toISOString() }),
        adminActedEvent({ actor, action: 'contest.deleted', target, before: { name, date, location } }),
      ];
      return (await deps.contests.replaceByTombstone({ id, revision, deletedAt, events })) ? 'deleted' : 'outdated';
    },
  });
  deps.triggerSweep();
};

/**
 * Sweep: removes the athletes of deleted contests, then the tombstones. A tombstone stays until its events are published and until
 * `minAgeMs` is over, so that an athlete added by a request that began before the deletion is removed too. After a crash, the next sweep of
 * any replica finds the tombstone and continues.
 */
export const removeContestTombstones = async (
  { contests, athletes, now }: CatalogDeps,
  { minAgeMs }: { minAgeMs: number },
): Promise<void> => {
  for (const { id, deletedAt } of await contests.listTombstones()) {
    await athletes.purgeContest(id);
    if (now().getTime() - deletedAt.getTime() >= minAgeMs) await contests.removeTombstone(id);
  }
  await athletes.removeTombstones();
};
