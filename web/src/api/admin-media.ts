import type { Media, thumbnailSchema, UploadThumbnail } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson, requestNothing } from '../lib/api-client.ts';
import { fetchAsAdmin } from './admin-contests.ts';

/** Poll interval while the server makes smaller pictures and posters. */
const PROCESSING_MS = 2_000;

/** GET …/media: the contest's covers and samples, in display order. */
export const adminMediaQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'media'] as const,
    queryFn: fetchAsAdmin<Media[]>(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ processing }) => processing === 'pending') ? PROCESSING_MS : false),
  });

/** Returns a function that fetches the contest's media again. */
export const useRefreshMedia = (contestId: string) => {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: adminMediaQuery(contestId).queryKey });
  };
};

type DeleteOptions = { contestId: string; onDeleted: (mediaId: string) => void; onFailed: (mediaId: string, error: unknown) => void };

/** DELETE /api/media/{id} */
export const useDeleteMedia = ({ contestId, onDeleted, onFailed }: DeleteOptions) =>
  useMutation({
    mutationFn: (mediaId: string) => requestNothing(`/api/media/${mediaId}`, { method: 'DELETE' }),
    onSuccess: (_nothing, mediaId) => onDeleted(mediaId),
    onError: (error, mediaId) => onFailed(mediaId, error),
    onSettled: useRefreshMedia(contestId),
  });

export type MediaPosition = Pick<Media, 'id' | 'displayOrder'>;

const byPosition = (a: Media, b: Media): number => a.displayOrder - b.displayOrder || a.uploadedAt.localeCompare(b.uploadedAt);

/** The list with new positions, sorted by them. */
export const withPositions = (list: readonly Media[], positions: readonly MediaPosition[]): Media[] => {
  const orders = new Map(positions.map(({ id, displayOrder }) => [id, displayOrder]));
  return list.map((media) => ({ ...media, displayOrder: orders.get(media.id) ?? media.displayOrder })).sort(byPosition);
};

/** PATCH /api/media/{id} for each medium that moves: an optimistic update, undone when the server refuses it. */
export const useReorderMedia = ({ contestId, onFailed }: { contestId: string; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminMediaQuery(contestId);
  return useMutation({
    // One reordering after another: two at the same time would mix their positions.
    scope: { id: `media-order-${contestId}` },
    mutationFn: async (positions: readonly MediaPosition[]) => {
      for (const { id, displayOrder } of positions) {
        await requestJson<Media>(`/api/media/${id}`, { method: 'PATCH', json: { displayOrder } });
      }
    },
    onMutate: async (positions) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (media) => media && withPositions(media, positions));
      return { before };
    },
    onError: (error, _positions, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      onFailed(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
};

type ThumbnailTarget = { contestId: string; mediaId: string };

/** A thumbnail has up to twelve megabytes. */
const THUMBNAIL_TIMEOUT_MS = 120_000;

/** POST /api/media/{id}/thumbnail */
export const useUploadThumbnail = ({ contestId, mediaId }: ThumbnailTarget) =>
  useMutation({
    mutationFn: (thumbnail: UploadThumbnail) =>
      postJson<z.infer<typeof thumbnailSchema>>(`/api/media/${mediaId}/thumbnail`, thumbnail, { timeoutMs: THUMBNAIL_TIMEOUT_MS }),
    onSettled: useRefreshMedia(contestId),
  });

/** DELETE /api/media/{id}/thumbnail */
export const useDeleteThumbnail = ({ contestId, mediaId }: ThumbnailTarget) =>
  useMutation({
    mutationFn: () => requestNothing(`/api/media/${mediaId}/thumbnail`, { method: 'DELETE' }),
    onSettled: useRefreshMedia(contestId),
  });
