import type { PriceDescription } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { fetchByKey } from '../../../lib/query-client.ts';

export const priceDescriptionQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'price-description'] as const,
    queryFn: fetchByKey<PriceDescription>(),
    staleTime: 0,
  });

type Options = { contestId: string; onSaved: () => void; onFailed: (error: unknown) => void };

/** PUT /api/contests/{id}/price-description; the whole of it is replaced. */
export const useSavePriceDescription = ({ contestId, onSaved, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: PriceDescription) =>
      requestJson<PriceDescription>(`/api/contests/${contestId}/price-description`, { method: 'PUT', json }),
    onSuccess: (saved) => {
      queryClient.setQueryData(priceDescriptionQuery(contestId).queryKey, saved);
      onSaved();
    },
    onError: onFailed,
  });
};
