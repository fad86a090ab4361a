import type { Athlete } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

const FRESH_MS = 30_000;

/** Living athletes of a contest, whatever their sales status. */
export const athletesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'athletes?includeDeleted=false'] as const,
    queryFn: fetchByKey<Athlete[]>(),
    staleTime: FRESH_MS,
  });
