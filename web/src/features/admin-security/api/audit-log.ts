import type { auditPageSchema } from '@stagereel/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';
import { type AuditFilter, auditPath } from '../lib/audit-filter.ts';

type AuditPage = z.infer<typeof auditPageSchema>;

/** GET /api/admin/audit, newest first, page by page. What was shown stays until the next search has its answer. */
export const auditLogQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/audit', filter] as const,
    queryFn: ({ pageParam, signal }) => requestJson<AuditPage>(auditPath(filter, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // Whatever an admin does adds to it.
    staleTime: 0,
    gcTime: 0,
  });
