import type { Viewer } from './find-visible-contest.ts';
import type { CatalogDeps } from './ports.ts';
import { asOf } from './publication.ts';
import type { ContestHead } from './records.ts';

/** The contests a viewer may see, newest first. */
export const listVisibleContests = async (
  { contests, now }: Pick<CatalogDeps, 'contests' | 'now'>,
  { viewer }: { viewer: Viewer },
): Promise<ContestHead[]> => {
  const time = now();
  const current = (await contests.list()).map((contest) => asOf(contest, time));
  return viewer.isAdmin ? current : current.filter(({ videoPublished }) => videoPublished);
};
