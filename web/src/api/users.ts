import type { UserEntry, userDeletedResponseSchema } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';

/** GET /api/users: every account, newest first; always fetched again. */
export const usersQuery = () =>
  queryOptions({
    queryKey: ['/api/users'] as const,
    queryFn: fetchByKey<UserEntry[]>(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

type DeletedUser = z.infer<typeof userDeletedResponseSchema>;
type DeleteOptions = { isSelf: boolean; onDeleted: () => void; onFailed: (error: unknown) => void };

/** DELETE /api/users/{id}. With `isSelf` the session ends, so everything that was fetched is dropped. */
export const useDeleteUser = ({ isSelf, onDeleted, onFailed }: DeleteOptions) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestJson<DeletedUser>(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => {
      if (isSelf) queryClient.clear();
      onDeleted();
    },
    onError: onFailed,
    onSettled: (_deleted, error) => {
      if (error || !isSelf) return queryClient.invalidateQueries({ queryKey: usersQuery().queryKey });
    },
  });
};
