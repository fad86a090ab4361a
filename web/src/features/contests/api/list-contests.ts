import type { Contest } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isUnauthorized } from '../../../lib/api-error.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

const FRESH_MS = 30_000;
const MAX_RETRIES = 3;

/** The contests this visitor may see. */
export const contestsQuery = () =>
  queryOptions({
    queryKey: ['/api/contests'] as const,
    queryFn: fetchByKey<Contest[]>(),
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < MAX_RETRIES && !isUnauthorized(error),
  });
