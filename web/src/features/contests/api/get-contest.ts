import type { Contest } from '@stagereel/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

const MAX_RETRIES = 3;
const RETRY_DELAY_MS = 1_000;

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One contest as it is now; a 404 is the answer that this visitor may not see it, and is not asked again. */
export const contestQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId] as const,
    queryFn: fetchByKey<Contest>(),
    staleTime: 0,
    retry: (failures, error) => failures < MAX_RETRIES && !isMissing(error),
    retryDelay: RETRY_DELAY_MS,
  });

/** Whether the contest is known to be withdrawn from sale; while that cannot be found out it is not. */
export const useIsContestGone = (contestId: string): boolean => {
  const { data, error } = useQuery(contestQuery(contestId));
  return isMissing(error) || data?.videoPublished === false;
};
