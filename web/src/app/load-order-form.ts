import { isSameSlug } from '@stagereel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { athletesQuery, categoriesQuery, contestsQuery, priceDescriptionQuery, samplesQuery } from '../api/contests.ts';
import { initialData } from '../lib/initial-data.ts';

/**
 * Starts the requests of an order form while its code is loading, if the list of contests is known already. It does not wait for them: the page
 * shows their state and their errors.
 */
export const loadOrderForm = ({ queryClient, contestSlug }: { queryClient: QueryClient; contestSlug: string }): null => {
  const contests = queryClient.getQueryData(contestsQuery().queryKey) ?? initialData.contests();
  const contest = contests?.find(({ slug }) => isSameSlug(slug, contestSlug));
  if (!contest?.videoPublished) return null;
  void queryClient.prefetchQuery(categoriesQuery(contest.id));
  void queryClient.prefetchQuery(athletesQuery(contest.id));
  void queryClient.prefetchQuery(priceDescriptionQuery(contest.id));
  void queryClient.prefetchQuery(samplesQuery(contest.id));
  return null;
};
