import type { Contest, UpdateContest } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { adminContestQuery } from './get-contest.ts';
import { adminContestsQuery } from './list-contests.ts';

type Change = { contestId: string; change: UpdateContest };

/** PATCH /api/contests/{id}; what comes back replaces what is shown. */
export const useUpdateContest = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, change }: Change) => requestJson<Contest>(`/api/contests/${contestId}`, { method: 'PATCH', json: change }),
    onSuccess: (contest) => {
      queryClient.setQueryData(adminContestQuery(contest.id).queryKey, contest);
      queryClient.setQueryData(adminContestsQuery().queryKey, (known) => known?.map((each) => (each.id === contest.id ? contest : each)));
    },
  });
};
