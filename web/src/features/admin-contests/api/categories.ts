import type { Category } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { postJson, requestNothing } from '../../../lib/api-client.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

export const categoriesQuery = (contestId: string) =>
  queryOptions({ queryKey: ['/api/contests', contestId, 'categories'] as const, queryFn: fetchByKey<Category[]>(), staleTime: 0 });

/** POST /api/contests/{id}/categories */
export const useCreateCategory = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (category: { name: string; color: string }) =>
      postJson<Category>(`/api/contests/${contestId}/categories`, { contestId, ...category }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: categoriesQuery(contestId).queryKey }),
  });
};

/** DELETE /api/contests/{id}/categories/{categoryId}; 409 while athletes are in it */
export const useDeleteCategory = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (categoryId: string) => requestNothing(`/api/contests/${contestId}/categories/${categoryId}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: categoriesQuery(contestId).queryKey }),
  });
};
