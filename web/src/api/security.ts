import type { auditPageSchema, SecurityDashboard } from '@stagereel/contracts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson, requestNothing } from '../lib/api-client.ts';
import { isUnauthorized } from '../lib/api-error.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

const REFRESH_MS = 30_000;
const MAX_RETRIES = 3;

/** GET /api/admin/security-dashboard */
export const securityDashboardQuery = () =>
  queryOptions({
    queryKey: ['/api/admin/security-dashboard'] as const,
    queryFn: fetchByKey<{ dashboard: SecurityDashboard }>(),
    select: ({ dashboard }) => dashboard,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: (failures, error) => failures < MAX_RETRIES && !isUnauthorized(error),
  });

/** Checks access to the security page by fetching its data once; the page then opens with that data. */
export const useCheckSecurityAccess = ({ onAllowed }: { onAllowed: () => void }) => {
  const queryClient = useQueryClient();
  return useSingleMutation<void, void>({
    mutationFn: async () => {
      await queryClient.fetchQuery({ ...securityDashboardQuery(), retry: false });
    },
    onSuccess: onAllowed,
  });
};

/** The list that an address is removed from: addresses that may not sign in, or known addresses. */
export type AddressKind = 'blocked' | 'trusted';
type RemovalOptions = { kind: AddressKind; onRemoved: (address: string) => void; onFailed: (address: string, error: unknown) => void };

/** DELETE /api/admin/{blocked,trusted}-addresses/{address} */
export const useRemoveAddress = ({ kind, onRemoved, onFailed }: RemovalOptions) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => requestNothing(`/api/admin/${kind}-addresses/${encodeURIComponent(address)}`, { method: 'DELETE' }),
    onSuccess: (_nothing, address) => onRemoved(address),
    onError: (error, address) => onFailed(address, error),
    onSettled: (_nothing, error) => {
      const refetched = queryClient.invalidateQueries({ queryKey: securityDashboardQuery().queryKey });
      // A failed removal can be tried again at once; a removed address stays pending until its row is gone.
      return error ? undefined : refetched;
    },
  });
};

/** Empty means no limit. Days such as `2026-11-20` in Asia/Tokyo, both inclusive. */
export type AuditFilter = { q: string; action: string; from: string; to: string };
type AuditPage = z.infer<typeof auditPageSchema>;

const instant = (day: string, clock: string): string | null => {
  const time = Date.parse(`${day}T${clock}+09:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** The path of one page of the log. An invalid day, from an address edited by hand, is ignored. */
export const auditPath = ({ q, action, from, to }: AuditFilter, cursor: string | null): string => {
  const parts = {
    q: q.trim(),
    action,
    from: instant(from, '00:00:00.000'),
    to: instant(to, '23:59:59.999'),
    cursor,
  };
  const query = new URLSearchParams(Object.entries(parts).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size === 0 ? '/api/admin/audit' : `/api/admin/audit?${query}`;
};

/** GET /api/admin/audit, newest first: the first page and the pages loaded after it. The previous search stays visible until the next arrives. */
export const auditLogQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['/api/admin/audit', filter] as const,
    queryFn: ({ signal }) => requestJson<AuditPage>(auditPath(filter, null), { signal }),
    placeholderData: keepPreviousData,
    // Every admin action adds an entry.
    staleTime: 0,
    gcTime: 0,
  });

/** Loads the next page and appends it to the query's data. An infinite query would add its code to every page of the shop. */
export const useLoadMoreAudit = () => {
  const queryClient = useQueryClient();
  return useSingleMutation<AuditPage, { filter: AuditFilter; cursor: string }>({
    mutationFn: ({ filter, cursor }) => requestJson<AuditPage>(auditPath(filter, cursor)),
    onSuccess: ({ entries, nextCursor }, { filter }) => {
      queryClient.setQueryData(auditLogQuery(filter).queryKey, (known) => known && { entries: [...known.entries, ...entries], nextCursor });
    },
  });
};
