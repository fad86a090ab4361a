import type { Athlete, UpdateAthlete } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { revertChange, withChange } from '../lib/athlete-cache.ts';
import { adminAthletesQuery } from './list-athletes.ts';

export type AthleteChange = Omit<UpdateAthlete, 'version'>;
type Input = { athleteId: string; change: AthleteChange };

/**
 * PATCH /api/contests/{id}/athletes/{athleteId}: shown at once, taken back when refused. Changes of one contest go out one after another,
 * each with the version the row has then, so that the server can tell an edit made elsewhere meanwhile.
 */
export const useUpdateAthlete = (contestId: string) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);
  const rowOf = (athleteId: string): Athlete | undefined => queryClient.getQueryData(queryKey)?.find(({ id }) => id === athleteId);

  return useMutation({
    scope: { id: `athletes-${contestId}` },
    mutationFn: ({ athleteId, change }: Input) =>
      requestJson<Athlete>(`/api/contests/${contestId}/athletes/${athleteId}`, {
        method: 'PATCH',
        json: { ...change, version: rowOf(athleteId)?.version },
      }),
    onMutate: async ({ athleteId, change }: Input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = rowOf(athleteId);
      queryClient.setQueryData(queryKey, (rows) => rows && withChange({ rows, athleteId, change }));
      return { before };
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === saved.id ? saved : row))),
    onError: (_error, { athleteId, change }, context) => {
      const before = context?.before;
      if (before) queryClient.setQueryData(queryKey, (rows) => rows && revertChange({ rows, athleteId, change, before }));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
};
