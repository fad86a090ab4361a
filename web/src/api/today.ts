import type { Today } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../lib/api-client.ts';

/** New orders and mails change the figures. An unchanged response is a 304 without a body. */
const TODAY_REFETCH_MS = 30_000;

/** GET /api/admin/today. The key starts like the order list's key, so that invalidating the list after an action invalidates this too. */
export const todayQuery = () =>
  queryOptions({
    queryKey: ['/api/orders', 'today'] as const,
    queryFn: ({ signal }) => requestJson<Today>('/api/admin/today', { signal }),
    refetchInterval: TODAY_REFETCH_MS,
    staleTime: 0,
  });
