import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from './ports.ts';
import { isPublished } from './publication.ts';

/** What other services need to know of a contest. @throws AppError NotFound */
export const summariseContest = async (
  { contests, now }: Pick<CatalogDeps, 'contests' | 'now'>,
  { id }: { id: string },
): Promise<{ name: string; published: boolean }> => {
  const contest = await contests.find(id);
  if (!contest) throw new AppError('NotFound');
  return { name: contest.name, published: isPublished(contest, now()) };
};
