import { type ContestGaps, hasGap } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import type { ContestListItem, ContestRecord } from './contest.ts';
import { applyDuePublication, isPublished } from './publication.ts';

export type Viewer = { isAdmin: boolean };

/**
 * A contest that the viewer may see: any for an admin, a published one for everybody else.
 * @throws AppError NotFound, also if the contest exists but is not published
 */
export const findVisibleContest = async (
  { contests, now }: CatalogDeps,
  { id, viewer }: { id: string; viewer: Viewer },
): Promise<ContestRecord> => {
  const contest = await contests.find(id);
  const time = now();
  if (!contest || !(viewer.isAdmin || isPublished(contest, time))) throw new AppError('NotFound');
  return applyDuePublication(contest, time);
};

const listCurrent = async ({ contests, now }: CatalogDeps): Promise<ContestListItem[]> => {
  const time = now();
  return (await contests.list()).map((contest) => applyDuePublication(contest, time));
};

/** The contests that the viewer may see, newest first. */
export const listVisibleContests = async (deps: CatalogDeps, { viewer }: { viewer: Viewer }): Promise<ContestListItem[]> => {
  const contests = await listCurrent(deps);
  return viewer.isAdmin ? contests : contests.filter(({ videoPublished }) => videoPublished);
};

/** The name and publication of a contest, for other services. @throws AppError NotFound */
export const summariseContest = async (
  { contests, now }: CatalogDeps,
  { id }: { id: string },
): Promise<{ name: string; published: boolean }> => {
  const contest = await contests.find(id);
  if (!contest) throw new AppError('NotFound');
  return { name: contest.name, published: isPublished(contest, now()) };
};

/** How many contests lack samples, or athletes on sale, for other services. */
export const countContestGaps = async (deps: CatalogDeps): Promise<ContestGaps> => {
  const contests = await listVisibleContests(deps, { viewer: { isAdmin: true } });
  const facts = await Promise.all(contests.map(async (contest) => ({ ...contest, ...(await deps.sales.factsOf(contest)) })));
  return { withoutSamples: facts.filter(hasGap['no-samples']).length, withoutAthletes: facts.filter(hasGap['no-athletes']).length };
};

const saleTime = ({ scheduledPublishDate }: ContestListItem): number => scheduledPublishDate?.getTime() ?? Number.POSITIVE_INFINITY;

/** The contests announced as coming soon: the next sale first, then those without a date, the newest first. */
export const listComingSoon = async (deps: CatalogDeps): Promise<ContestListItem[]> => {
  const contests = await listCurrent(deps);
  const announced = contests.filter(({ isComingSoon, videoPublished }) => isComingSoon && !videoPublished);
  // Infinity - Infinity is NaN, which sort treats as 0, so contests without a date keep their order.
  return announced.sort((left, right) => saleTime(left) - saleTime(right) || 0);
};
