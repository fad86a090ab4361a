import type { Athlete, bulkCreateResultSchema, RosterPreview } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../lib/api-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

const FRESH_MS = 30_000;

/** GET …/athletes?includeDeleted=true: one list, so the screen can show and hide deleted athletes without another request. */
export const adminAthletesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'athletes', 'with-deleted'] as const,
    queryFn: ({ signal }) => requestJson<Athlete[]>(`/api/contests/${contestId}/athletes?includeDeleted=true`, { signal }),
    staleTime: FRESH_MS,
  });

/** The mutation scope in which the athletes of one contest are changed one after another, each with its row's current version. */
export const athleteScope = (contestId: string): { id: string } => ({ id: `athletes-${contestId}` });

export type NewAthlete = { athleteNumber: string; name: string | null; category: string };

/** POST …/athletes/bulk-create; status and prices get the shop's defaults. */
export const useAddAthletes = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (athletes: readonly NewAthlete[]) =>
      postJson<z.infer<typeof bulkCreateResultSchema>>(`/api/contests/${contestId}/athletes/bulk-create`, { athletes }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminAthletesQuery(contestId).queryKey }),
  });
};

/** `file` is base64. Without `fingerprint` the server only returns a preview; with a preview's fingerprint it applies that preview. */
type RosterImport = { file: string; fingerprint?: string };

/** The server writes thousands of rows one by one. */
const IMPORT_TIMEOUT_MS = 60_000;

/** POST …/athletes/import */
export const useImportRoster = (contestId: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation<RosterPreview, RosterImport>({
    mutationFn: ({ file, fingerprint }) =>
      postJson<RosterPreview>(
        `/api/contests/${contestId}/athletes/import`,
        fingerprint === undefined ? { file } : { file, apply: true, fingerprint },
        { timeoutMs: IMPORT_TIMEOUT_MS },
      ),
    onSettled: async (_preview, _error, { fingerprint }) => {
      if (fingerprint === undefined) return;
      await queryClient.invalidateQueries({ queryKey: adminAthletesQuery(contestId).queryKey });
    },
  });
};
