import type { Media } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { type Place, withPlaces } from '../lib/media-order.ts';
import { adminMediaQuery } from './list-media.ts';

type Options = { contestId: string; onFailed: (error: unknown) => void };

/** PATCH /api/media/{id}, once for each that moves: shown at once, taken back when refused. */
export const useReorderMedia = ({ contestId, onFailed }: Options) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminMediaQuery(contestId);
  return useMutation({
    // One order after another: two at once would leave a mixture.
    scope: { id: `media-order-${contestId}` },
    mutationFn: async (places: readonly Place[]) => {
      for (const { id, displayOrder } of places) {
        await requestJson<Media>(`/api/media/${id}`, { method: 'PATCH', json: { displayOrder } });
      }
    },
    onMutate: async (places) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (media) => media && withPlaces(media, places));
      return { before };
    },
    onError: (error, _places, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      onFailed(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
};
