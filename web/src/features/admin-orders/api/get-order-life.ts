import type { OrderLife } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** Mails go out, refunds come through and downloads begin while the order is looked at. */
const REFETCH_MS = 15_000;

/** GET /api/orders/{orderNumber}/life; its key begins as the list's does, so what makes the list stale makes this stale. */
export const orderLifeQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ['/api/orders', orderNumber, 'life'] as const,
    queryFn: fetchByKey<OrderLife>(),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
