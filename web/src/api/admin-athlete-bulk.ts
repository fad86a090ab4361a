import type { Athlete, BulkResult, BulkUpdateAthletes } from '@stagereel/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../lib/api-client.ts';
import { adminAthletesQuery, athleteScope } from './admin-athletes.ts';

export type BulkChange = BulkUpdateAthletes['updates'];
/** What is done to many athletes. `purge` erases athletes that are already marked as deleted. */
export type BulkAction = { kind: 'price' | 'category' | 'status' | 'delete' | 'restore'; change: BulkChange } | { kind: 'purge' };
export type BulkKind = BulkAction['kind'];

type Rows = readonly Athlete[];
type Target = { action: BulkAction; ids: readonly string[] };

/** The list with an action that the server has not confirmed yet. */
export const withAction = ({ rows, action, ids }: { rows: Rows } & Target): Athlete[] => {
  const targeted = new Set(ids);
  if (action.kind === 'purge') return rows.filter(({ id }) => !targeted.has(id));
  return rows.map((row) => (targeted.has(row.id) ? Object.assign({ ...row }, action.change) : row));
};

/** The list with the named athletes as they were before, including those that were removed from it. */
export const withoutAction = ({ rows, before, ids }: { rows: Rows; before: Rows; ids: readonly string[] }): Athlete[] => {
  const reverted = new Set(ids);
  const current = new Map(rows.map((row) => [row.id, row]));
  const known = before.flatMap((row) => (reverted.has(row.id) ? [row] : (current.get(row.id) ?? [])));
  const knownIds = new Set(before.map(({ id }) => id));
  return [...known, ...rows.filter(({ id }) => !knownIds.has(id))];
};

const hasChange = (row: Athlete, change: BulkChange): boolean =>
  Object.entries(change).every(([field, value]) => row[field as keyof Athlete] === value);

/** The athletes that still lack the action in the server's list. One that somebody else erased needs no action any more. */
export const missedBy = ({ rows, action, ids }: { rows: Rows } & Target): string[] => {
  const current = new Map(rows.map((row) => [row.id, row]));
  return ids.filter((id) => {
    const row = current.get(id);
    return row !== undefined && (action.kind === 'purge' || !hasChange(row, action.change));
  });
};

/** Athletes in one request: few enough to stop in between, enough to cost little more than a single request. */
export const CHUNK_SIZE = 1000;

type ChunkOptions = {
  ids: readonly string[];
  send: (chunk: readonly string[]) => Promise<{ successCount: number }>;
  /** Called after each chunk with the number of athletes sent so far. */
  onProgress: (done: number) => void;
  /** Checked before each chunk except the first. */
  isStopped: () => boolean;
};
/** `unconfirmed` were not sent, or their result is unknown. */
type ChunkResult = { successCount: number; unconfirmed: readonly string[]; error: unknown };

/** Sends chunk after chunk until all are sent, one fails, or it is stopped. */
export const sendInChunks = async ({ ids, send, onProgress, isStopped }: ChunkOptions): Promise<ChunkResult> => {
  let successCount = 0;
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    if (start > 0 && isStopped()) return { successCount, unconfirmed: ids.slice(start), error: null };
    try {
      successCount += (await send(ids.slice(start, start + CHUNK_SIZE))).successCount;
    } catch (error) {
      return { successCount, unconfirmed: ids.slice(start), error };
    }
    onProgress(Math.min(start + CHUNK_SIZE, ids.length));
  }
  return { successCount, unconfirmed: [], error: null };
};

/** The server writes thousands of rows one by one. */
const TIMEOUT_MS = 60_000;

const sendChunk = ({ contestId, action, athleteIds }: { contestId: string; action: BulkAction; athleteIds: readonly string[] }) => {
  const base = `/api/contests/${contestId}/athletes`;
  return action.kind === 'purge'
    ? requestJson<BulkResult>(`${base}/bulk-permanent-delete`, { method: 'POST', json: { athleteIds }, timeoutMs: TIMEOUT_MS })
    : requestJson<BulkResult>(`${base}/bulk-update`, {
        method: 'PATCH',
        json: { athleteIds, updates: action.change },
        timeoutMs: TIMEOUT_MS,
      });
};

const fetchRows = async (queryClient: QueryClient, contestId: string): Promise<Athlete[] | null> => {
  try {
    return await queryClient.fetchQuery({ ...adminAthletesQuery(contestId), staleTime: 0 });
  } catch {
    return null;
  }
};

export type BulkJob = Target & { isStopped: () => boolean };
/** `missedIds`: athletes known to be missed; `missedCount`: how many were missed. */
export type BulkOutcome = { missedIds: readonly string[]; missedCount: number; error: unknown };
type BulkOptions = {
  contestId: string;
  onProgress: (done: number) => void;
  onFinished: (job: BulkJob, outcome: BulkOutcome) => void;
};

/**
 * PATCH …/athletes/bulk-update and POST …/athletes/bulk-permanent-delete in chunks: an optimistic update, undone for the chunks that failed.
 * The responses contain only counts, so the list is fetched at the end to find out which athletes were missed, also after a lost response.
 */
export const useBulkAthletes = ({ contestId, onProgress, onFinished }: BulkOptions) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);

  return useMutation({
    scope: athleteScope(contestId),
    mutationFn: async ({ action, ids, isStopped }: BulkJob): Promise<BulkOutcome> => {
      const before = queryClient.getQueryData(queryKey);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (rows) => rows && withAction({ rows, action, ids }));
      const send = (athleteIds: readonly string[]) => sendChunk({ contestId, action, athleteIds });
      const { successCount, unconfirmed, error } = await sendInChunks({ ids, send, onProgress, isStopped });

      if (before) queryClient.setQueryData(queryKey, (rows) => rows && withoutAction({ rows, before, ids: unconfirmed }));
      const rows = await fetchRows(queryClient, contestId);
      if (rows === null) return { missedIds: unconfirmed, missedCount: ids.length - successCount, error };
      const missedIds = missedBy({ rows, action, ids });
      return { missedIds, missedCount: missedIds.length, error };
    },
    onSuccess: (outcome, job) => onFinished(job, outcome),
  });
};
