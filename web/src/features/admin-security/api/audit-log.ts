import type { auditPageSchema } from '@stagereel/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';
import { type AuditFilter, auditPath } from '../lib/audit-filter.ts';

export type AuditPage = z.infer<typeof auditPageSchema>;

/** GET /api/admin/audit, newest first: the first page, and whatever was read on since. What was shown stays until the next search has its answer. */
export const auditLogQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['/api/admin/audit', filter] as const,
    queryFn: ({ signal }) => requestJson<AuditPage>(auditPath(filter, null), { signal }),
    placeholderData: keepPreviousData,
    // Whatever an admin does adds to it.
    staleTime: 0,
    gcTime: 0,
  });
