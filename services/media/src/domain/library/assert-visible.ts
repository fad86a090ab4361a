import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';

/** Anybody may look at a published contest, admins at any. @throws AppError NotFound */
export const assertVisible = async (
  { catalog }: Pick<MediaDeps, 'catalog'>,
  { contestId, isAdmin }: { contestId: string; isAdmin: boolean },
): Promise<void> => {
  const contest = await catalog.find(contestId);
  if (!contest || !(contest.published || isAdmin)) throw new AppError('NotFound');
};
