import type { AdminLine } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** New orders appear by themselves. */
const REFETCH_MS = 15_000;

export const ordersQuery = () =>
  queryOptions({
    queryKey: ['/api/orders'] as const,
    queryFn: fetchByKey<AdminLine[]>(),
    refetchInterval: REFETCH_MS,
    // The list is stale whenever the tab is opened again.
    staleTime: 0,
  });
