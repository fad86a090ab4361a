import type { Contest, UpdateContest } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { sendSeen } from '../lib/send-seen.ts';
import { adminContestQuery } from './get-contest.ts';
import { adminContestsQuery } from './list-contests.ts';

/** With `seen`, the contest as it was when its editing began, a change that somebody else made meanwhile is not overwritten. */
type Change = { contestId: string; change: Omit<UpdateContest, 'version'>; seen?: Contest };

const patchContest = ({ contestId, json }: { contestId: string; json: UpdateContest }) =>
  requestJson<Contest>(`/api/contests/${contestId}`, { method: 'PATCH', json });

/** PATCH /api/contests/{id}; what comes back, or stands there instead, replaces what is shown. */
export const useUpdateContest = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, change, seen }: Change) => {
      if (!seen) return patchContest({ contestId, json: change });
      return sendSeen({
        seen,
        wish: change,
        send: (version) => patchContest({ contestId, json: { ...change, version } }),
        readNow: () => queryClient.fetchQuery({ ...adminContestQuery(contestId), staleTime: 0 }),
      });
    },
    onSuccess: (contest) => {
      queryClient.setQueryData(adminContestQuery(contest.id).queryKey, contest);
      queryClient.setQueryData(adminContestsQuery().queryKey, (known) => known?.map((each) => (each.id === contest.id ? contest : each)));
    },
  });
};
