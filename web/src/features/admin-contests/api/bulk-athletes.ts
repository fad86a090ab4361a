import type { Athlete, BulkResult } from '@stagereel/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { type BulkAct, missedBy, withAct, withoutAct } from '../lib/bulk-act.ts';
import { sendInChunks } from '../lib/send-in-chunks.ts';
import { adminAthletesQuery } from './list-athletes.ts';
import { athleteScope } from './update-athlete.ts';

/** `isStopped` is asked between the chunks. */
export type BulkJob = { act: BulkAct; ids: readonly string[]; isStopped: () => boolean };
/** `leftIds` are those known not to be reached, `left` is how many were not. */
export type BulkOutcome = { leftIds: readonly string[]; left: number; error: unknown };

/** Thousands of rows, each with a write of its own. */
const TIMEOUT_MS = 60_000;

const sendChunk = ({ contestId, act, athleteIds }: { contestId: string; act: BulkAct; athleteIds: readonly string[] }) => {
  const base = `/api/contests/${contestId}/athletes`;
  return act.kind === 'purge'
    ? requestJson<BulkResult>(`${base}/bulk-permanent-delete`, { method: 'POST', json: { athleteIds }, timeoutMs: TIMEOUT_MS })
    : requestJson<BulkResult>(`${base}/bulk-update`, { method: 'PATCH', json: { athleteIds, updates: act.change }, timeoutMs: TIMEOUT_MS });
};

const freshList = async (queryClient: QueryClient, contestId: string): Promise<Athlete[] | null> => {
  try {
    return await queryClient.fetchQuery({ ...adminAthletesQuery(contestId), staleTime: 0 });
  } catch {
    return null;
  }
};

type Options = {
  contestId: string;
  onProgress: (done: number) => void;
  onFinished: (job: BulkJob, outcome: BulkOutcome) => void;
};

/**
 * PATCH …/athletes/bulk-update and POST …/athletes/bulk-permanent-delete, chunk after chunk: shown at once, and taken back where it failed.
 * The answers tell only how many athletes were reached; whom, the list tells that is read anew at the end – also after an answer was lost.
 */
export const useBulkAthletes = ({ contestId, onProgress, onFinished }: Options) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);

  return useMutation({
    scope: athleteScope(contestId),
    mutationFn: async ({ act, ids, isStopped }: BulkJob): Promise<BulkOutcome> => {
      const before = queryClient.getQueryData(queryKey);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (rows) => rows && withAct({ rows, act, ids }));
      const send = (athleteIds: readonly string[]) => sendChunk({ contestId, act, athleteIds });
      const { successCount, unanswered, error } = await sendInChunks({ ids, send, onProgress, isStopped });

      if (before) queryClient.setQueryData(queryKey, (rows) => rows && withoutAct({ rows, before, ids: unanswered }));
      const rows = await freshList(queryClient, contestId);
      if (rows === null) return { leftIds: unanswered, left: ids.length - successCount, error };
      const leftIds = missedBy({ rows, act, ids });
      return { leftIds, left: leftIds.length, error };
    },
    onSuccess: (outcome, job) => onFinished(job, outcome),
  });
};
