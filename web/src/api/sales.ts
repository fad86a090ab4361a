import type { SalesSummary } from '@stagereel/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from '../lib/api-client.ts';

/** Days in Asia/Tokyo such as `2026-11-20`, both inclusive; empty means no limit. */
export type SalesFilter = { contestId: string; from: string; to: string };

/** A path with the filter in its query string; empty parts are left out. */
export const salesPath = (path: string, { contestId, from, to }: SalesFilter): string => {
  const parts = Object.entries({ contestId, from, to }).filter(([, value]) => value !== '');
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`;
};

/** GET /api/orders/sales. The previous figures stay visible while the server computes the next ones. */
export const salesQuery = (filter: SalesFilter) =>
  queryOptions({
    queryKey: ['/api/orders/sales', filter] as const,
    queryFn: ({ signal }) => requestJson<SalesSummary>(salesPath('/api/orders/sales', filter), { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
