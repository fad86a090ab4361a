import type { Athlete } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';

const FRESH_MS = 30_000;

/** Living and deleted ones in one list: the screen shows and hides the deleted without asking again. */
export const adminAthletesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'athletes', 'with-deleted'] as const,
    queryFn: ({ signal }) => requestJson<Athlete[]>(`/api/contests/${contestId}/athletes?includeDeleted=true`, { signal }),
    staleTime: FRESH_MS,
  });
