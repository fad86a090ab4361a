import type { bulkCreateResultSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { adminAthletesQuery } from './list-athletes.ts';

export type NewAthlete = { athleteNumber: string; name: string | null; category: string };

/** POST /api/contests/{id}/athletes/bulk-create; state and prices begin as the shop's defaults. */
export const useAddAthletes = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (athletes: readonly NewAthlete[]) =>
      postJson<z.infer<typeof bulkCreateResultSchema>>(`/api/contests/${contestId}/athletes/bulk-create`, { athletes }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminAthletesQuery(contestId).queryKey }),
  });
};
