import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { adminContestsQuery } from './list-contests.ts';

type Options = { onDeleted: () => void; onFailed: (error: unknown) => void };

/** DELETE /api/contests/{id}. The outcome is told also when the contest's row is gone. */
export const useDeleteContest = ({ onDeleted, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (contestId: string) => requestNothing(`/api/contests/${contestId}`, { method: 'DELETE' }),
    onSuccess: onDeleted,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminContestsQuery().queryKey, exact: true }),
  });
};
