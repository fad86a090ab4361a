import type { userDeletedAnswerSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';
import { usersQuery } from './list-users.ts';

type Deleted = z.infer<typeof userDeletedAnswerSchema>;
type Options = { isSelf: boolean; onDeleted: () => void; onFailed: (error: unknown) => void };

/** DELETE /api/users/{id}. The list is read anew whatever came of it, but for whoever is no longer there to read it. */
export const useDeleteUser = ({ isSelf, onDeleted, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => requestJson<Deleted>(`/api/users/${encodeURIComponent(id)}`, { method: 'DELETE' }),
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
