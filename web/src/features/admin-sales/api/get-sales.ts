import type { SalesSummary } from '@stagereel/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { type SalesFilter, salesPath } from '../lib/sales-filter.ts';

/** GET /api/orders/sales: counted by the server. The figures before stay in sight while others are counted. */
export const salesQuery = (filter: SalesFilter) =>
  queryOptions({
    queryKey: ['/api/orders/sales', filter] as const,
    queryFn: ({ signal }) => requestJson<SalesSummary>(salesPath('/api/orders/sales', filter), { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
