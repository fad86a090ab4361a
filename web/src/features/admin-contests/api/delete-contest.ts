import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { adminContestsQuery } from './list-contests.ts';

/** DELETE /api/contests/{id} */
export const useDeleteContest = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (contestId: string) => requestNothing(`/api/contests/${contestId}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminContestsQuery().queryKey, exact: true }),
  });
};
