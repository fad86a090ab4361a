import type { Athlete, UpdateAthlete } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { revertChange, withChange, withSaved } from '../lib/athlete-cache.ts';
import { adminAthletesQuery } from './list-athletes.ts';

export type AthleteChange = Omit<UpdateAthlete, 'version'>;
type Input = { athleteId: string; change: AthleteChange };
type Options = { contestId: string; onSaved: (athleteId: string) => void; onFailed: (input: Input, error: unknown) => void };

/** Changes of one contest's athletes go out one after another, each with the version its row has then. */
export const athleteScope = (contestId: string): { id: string } => ({ id: `athletes-${contestId}` });

/**
 * PATCH /api/contests/{id}/athletes/{athleteId}: shown at once, taken back when refused; the version tells the server of an edit made
 * elsewhere meanwhile. The outcome is told whether or not the row is still drawn.
 */
export const useUpdateAthlete = ({ contestId, onSaved, onFailed }: Options) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);
  const rowOf = (athleteId: string): Athlete | undefined => queryClient.getQueryData(queryKey)?.find(({ id }) => id === athleteId);

  return useMutation({
    scope: athleteScope(contestId),
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
    onSuccess: (saved, { change }) => {
      queryClient.setQueryData(queryKey, (rows) => rows && withSaved({ rows, saved, change }));
      onSaved(saved.id);
    },
    onError: (error, input, context) => {
      const { athleteId, change } = input;
      const before = context?.before;
      if (before) queryClient.setQueryData(queryKey, (rows) => rows && revertChange({ rows, athleteId, change, before }));
      onFailed(input, error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
};
