import type { Contest } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

const MAX_RETRIES = 3;
const RETRY_MS = 1000;

const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

export const adminContestQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId] as const,
    queryFn: fetchByKey<Contest>(),
    staleTime: 0,
    retry: (failures, error) => failures < MAX_RETRIES && !isFinal(error),
    retryDelay: RETRY_MS,
  });
