import type { CustomerLine, orderLookupResponseSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';

/** GET /api/user/orders: the paid order lines of the signed-in user. Never fresh, because a delivery can happen at any time. */
export const userOrdersQuery = () =>
  queryOptions({
    queryKey: ['/api/user/orders'] as const,
    queryFn: fetchByKey<CustomerLine[]>(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

export type OrderLookup = { orderNumber: string; email: string };
type OrderLookupResponse = z.infer<typeof orderLookupResponseSchema>;

/** POST /api/orders/lookup: sends a mail with a link to the order. The response is the same when there is no such order. */
export const lookUpOrder = (lookup: OrderLookup): Promise<OrderLookupResponse> =>
  postJson<OrderLookupResponse>('/api/orders/lookup', lookup);
