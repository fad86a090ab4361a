import type { UserEntry } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** GET /api/users: every account, newest first; never taken from memory. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ['/api/users'] as const,
    queryFn: fetchByKey<UserEntry[]>(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
