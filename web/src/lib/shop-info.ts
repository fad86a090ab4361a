import type { ShopInfo } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from './query-client.ts';

/** GET /api/shop: who sells. */
export const shopInfoQuery = () =>
  queryOptions({
    queryKey: ['/api/shop'] as const,
    queryFn: fetchByKey<ShopInfo>(),
  });
