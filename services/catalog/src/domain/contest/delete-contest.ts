import { contestDeleted } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent, createEvent } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { retryOnOutdatedContest } from './change-contest.ts';

const openOrdersText = (count: number): string =>
  `この大会には、納品が終わっていない注文が${count}件あるため、削除できません（お支払いの手続き中の注文も数えています）。納品または返金を済ませてから、もう一度お試しください。`;

/**
 * Deletes a contest by one write that turns it into a tombstone with its events, unless orders still need it. {@link removeContestTombstones} removes
 * the athletes and the tombstone later. An order that got its prices just before the deletion and is stored just after it can still be paid and
 * delivered: it has copies of all it needs.
 * @throws AppError NotFound, also if the contest is already deleted, ContestHasOpenOrders, ServiceUnavailable if nobody knows whether it has any
 */
export const deleteContest = async (deps: CatalogDeps, { id, actor }: { id: string; actor: Actor }): Promise<void> => {
  await retryOnOutdatedContest(deps, {
    id,
    attempt: async ({ name, date, location, revision }) => {
      const openOrders = await deps.countOpenOrders(id);
      if (openOrders > 0) throw new AppError('ContestHasOpenOrders', { userMessage: openOrdersText(openOrders) });
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
