import type { Athlete } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { withChange } from '../lib/athlete-cache.ts';
import { adminAthletesQuery } from './list-athletes.ts';
import { athleteScope } from './update-athlete.ts';

export type Removal = { athlete: Athlete; isPermanent: boolean };
type Options = { contestId: string; onDeleted: (removal: Removal) => void; onFailed: (removal: Removal, error: unknown) => void };

/**
 * DELETE …/athletes/{id} hides an athlete, DELETE …/athletes/{id}/permanent removes a hidden one for good: shown at once, taken back
 * when refused.
 */
export const useDeleteAthlete = ({ contestId, onDeleted, onFailed }: Options) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);
  return useMutation({
    scope: athleteScope(contestId),
    mutationFn: ({ athlete, isPermanent }: Removal) =>
      requestNothing(`/api/contests/${contestId}/athletes/${athlete.id}${isPermanent ? '/permanent' : ''}`, { method: 'DELETE' }),
    onMutate: async ({ athlete, isPermanent }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (rows) => {
        if (!rows) return rows;
        return isPermanent
          ? rows.filter(({ id }) => id !== athlete.id)
          : withChange({ rows, athleteId: athlete.id, change: { isDeleted: true } });
      });
      return { before };
    },
    onSuccess: (_nothing, removal) => onDeleted(removal),
    onError: (error, removal, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      onFailed(removal, error);
    },
    // The row's version has changed too.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
};
