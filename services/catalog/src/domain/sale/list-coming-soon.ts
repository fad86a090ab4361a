import type { ContestListItem } from '../contest/contest.ts';
import { applyDuePublication } from '../contest/publication.ts';
import type { CatalogDeps } from '../deps.ts';

const saleTime = ({ scheduledPublishDate }: ContestListItem): number => scheduledPublishDate?.getTime() ?? Number.POSITIVE_INFINITY;

/** The contests announced as coming soon: the next sale first, then those without a date, the newest first. */
export const listComingSoon = async ({ contests, now }: CatalogDeps): Promise<ContestListItem[]> => {
  const time = now();
  const announced = (await contests.list())
    .map((contest) => applyDuePublication(contest, time))
    .filter(({ isComingSoon, videoPublished }) => isComingSoon && !videoPublished);
  // Infinity - Infinity is NaN, which sort treats as 0, so contests without a date keep their order.
  return announced.sort((left, right) => saleTime(left) - saleTime(right) || 0);
};
