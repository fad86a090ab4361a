import type { auditPageSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';

/** Newest entries that are shown of one order; nobody acts on one so often. */
const LIMIT = 100;
/** The log hears of an act by an event, so it may be asked before it knows. */
const REFETCH_MS = 5_000;

/** GET /api/admin/audit: what admins did to one order. The log knows an order by its label, the number. */
export const orderAuditQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ['/api/admin/audit', 'order', orderNumber] as const,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ targetType: 'order', q: orderNumber, limit: String(LIMIT) });
      return requestJson<z.infer<typeof auditPageSchema>>(`/api/admin/audit?${search}`, { signal });
    },
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
