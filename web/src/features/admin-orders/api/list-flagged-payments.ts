import type { FlaggedPayment } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

const REFETCH_MS = 60_000;

/** GET /api/orders/flagged */
export const flaggedPaymentsQuery = () =>
  queryOptions({
    queryKey: ['/api/orders', 'flagged'] as const,
    queryFn: fetchByKey<FlaggedPayment[]>(),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
