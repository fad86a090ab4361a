import type { PriceDescription, PutPriceDescription, SavedPriceDescription } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { fetchByKey } from '../../../lib/query-client.ts';
import { sendSeen } from '../lib/send-seen.ts';

export const priceDescriptionQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'price-description'] as const,
    queryFn: fetchByKey<SavedPriceDescription>(),
    staleTime: 0,
  });

/** `seen` is what stood there when the editing began. */
type Input = { description: PriceDescription; seen: SavedPriceDescription };
type Options = { contestId: string; onSaved: () => void; onFailed: (error: unknown) => void };

/** PUT /api/contests/{id}/price-description; the whole of it is replaced, but not one that its writer has not seen. */
export const useSavePriceDescription = ({ contestId, onSaved, onFailed }: Options) => {
  const queryClient = useQueryClient();
  const put = (json: PutPriceDescription) =>
    requestJson<SavedPriceDescription>(`/api/contests/${contestId}/price-description`, { method: 'PUT', json });

  return useMutation({
    mutationFn: ({ description, seen }: Input) =>
      sendSeen({
        seen,
        wish: description,
        send: (version) => put({ ...description, version }),
        readNow: () => queryClient.fetchQuery(priceDescriptionQuery(contestId)),
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(priceDescriptionQuery(contestId).queryKey, saved);
      onSaved();
    },
    onError: onFailed,
  });
};
