import type { RosterPreview } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { postJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { adminAthletesQuery } from './list-athletes.ts';

/** `file` is base64. With the fingerprint of a preview, what that preview showed is stored; without one, nothing is. */
export type RosterImport = { file: string; fingerprint?: string };

/** Thousands of rows, each with a write of its own. */
const TIMEOUT_MS = 60_000;

/** POST /api/contests/{id}/athletes/import */
export const useImportRoster = (contestId: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation<RosterPreview, RosterImport>({
    mutationFn: ({ file, fingerprint }) =>
      postJson<RosterPreview>(
        `/api/contests/${contestId}/athletes/import`,
        fingerprint === undefined ? { file } : { file, apply: true, fingerprint },
        { timeoutMs: TIMEOUT_MS },
      ),
    onSettled: async (_preview, _error, { fingerprint }) => {
      if (fingerprint === undefined) return;
      await queryClient.invalidateQueries({ queryKey: adminAthletesQuery(contestId).queryKey });
    },
  });
};
