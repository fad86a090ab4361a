import type { Category } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

export const categoriesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'categories'] as const,
    queryFn: fetchByKey<Category[]>(),
  });
