import type { Contest } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

const FRESH_MS = 30_000;

/** Every contest by its name, to choose from. */
export const contestNamesQuery = () =>
  queryOptions({ queryKey: ['/api/contests'] as const, queryFn: fetchByKey<Contest[]>(), staleTime: FRESH_MS });
