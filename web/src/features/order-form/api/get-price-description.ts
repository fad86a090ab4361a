import type { PriceDescription } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

export const priceDescriptionQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'price-description'] as const,
    queryFn: fetchByKey<PriceDescription>(),
  });
