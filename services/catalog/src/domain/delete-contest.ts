import { contestDeleted } from '@stagereel/contracts';
import { type Actor, adminActedEvent, createEvent } from '@stagereel/service-kit';
import { withContest } from './change-contest.ts';
import type { CatalogDeps } from './ports.ts';

/**
 * Deletes a contest by one write that empties the record and holds the events of it. Its athletes and the record itself are
 * removed by {@link clearDeletedContests}.
 * @throws AppError NotFound, also for one that is deleted already
 */
export const deleteContest = async (
  { contests, now, sweepSoon }: Pick<CatalogDeps, 'contests' | 'now' | 'sweepSoon'>,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> => {
  await withContest({
    contests,
    id,
    attempt: async ({ name, date, location, revision }) => {
      const deletedAt = now();
      const events = [
        createEvent(contestDeleted, { contestId: id, name, deletedAt: deletedAt.toISOString() }),
        adminActedEvent({
          actor,
          action: 'contest.deleted',
          target: { type: 'contest', id, label: name },
          before: { name, date, location },
        }),
      ];
      return (await contests.erase({ id, revision, deletedAt, events })) ? 'erased' : 'outdated';
    },
  });
  sweepSoon();
};
