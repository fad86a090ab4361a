import type { SecurityDashboard } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { isUnauthorized } from '../../../lib/api-error.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

const REFRESH_MS = 30_000;
const MAX_RETRIES = 3;

/** GET /api/admin/security-dashboard. Whoever gets an answer may see the page: it is asked before anything of it is drawn. */
export const securityDashboardQuery = () =>
  queryOptions({
    queryKey: ['/api/admin/security-dashboard'] as const,
    queryFn: fetchByKey<{ dashboard: SecurityDashboard }>(),
    select: ({ dashboard }) => dashboard,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: (failures, error) => failures < MAX_RETRIES && !isUnauthorized(error),
  });
