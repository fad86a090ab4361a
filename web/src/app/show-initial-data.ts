import type { QueryClient } from '@tanstack/react-query';
import { comingSoonQuery, contestsQuery } from '../api/contests.ts';
import { initialData } from '../lib/initial-data.ts';

/**
 * Puts the lists that came with the page into the cache, once the prerendered page is hydrated: with them, the first render would differ from it.
 * They count as stale, so that the requests already sent replace them; an admin's list, for example, has more contests.
 */
export const showInitialData = (queryClient: QueryClient): void => {
  const isUnknown = (queryKey: readonly unknown[]) => queryClient.getQueryData(queryKey) === undefined;
  const contests = initialData.contests();
  const comingSoon = initialData.comingSoon();
  if (contests && isUnknown(contestsQuery().queryKey)) queryClient.setQueryData(contestsQuery().queryKey, contests, { updatedAt: 0 });
  if (comingSoon && isUnknown(comingSoonQuery().queryKey))
    queryClient.setQueryData(comingSoonQuery().queryKey, comingSoon, { updatedAt: 0 });
};
