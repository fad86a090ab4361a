import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { adminAthletesQuery } from './list-athletes.ts';

type Removal = { athleteId: string; isPermanent: boolean };

/** DELETE …/athletes/{id} hides an athlete; DELETE …/athletes/{id}/permanent removes a hidden one for good. */
export const useDeleteAthlete = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ athleteId, isPermanent }: Removal) =>
      requestNothing(`/api/contests/${contestId}/athletes/${athleteId}${isPermanent ? '/permanent' : ''}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminAthletesQuery(contestId).queryKey }),
  });
};
