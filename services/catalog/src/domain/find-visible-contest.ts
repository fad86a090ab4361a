import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from './ports.ts';
import { asOf, isPublished } from './publication.ts';
import type { ContestRecord } from './records.ts';

export type Viewer = { isAdmin: boolean };

/**
 * A contest as its viewer may see it: admins all, everybody else what is published now.
 * @throws AppError NotFound, also for a contest that is there but not published
 */
export const findVisibleContest = async (
  { contests, now }: Pick<CatalogDeps, 'contests' | 'now'>,
  { id, viewer }: { id: string; viewer: Viewer },
): Promise<ContestRecord> => {
  const contest = await contests.find(id);
  const time = now();
  if (!contest || !(viewer.isAdmin || isPublished(contest, time))) throw new AppError('NotFound');
  return asOf(contest, time);
};
