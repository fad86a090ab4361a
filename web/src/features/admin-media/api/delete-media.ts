import { useMutation } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { useMediaChange } from './use-media-change.ts';

type Options = { contestId: string; onDeleted: (mediaId: string) => void; onFailed: (mediaId: string, error: unknown) => void };

/** DELETE /api/media/{id} */
export const useDeleteMedia = ({ contestId, onDeleted, onFailed }: Options) =>
  useMutation({
    mutationFn: (mediaId: string) => requestNothing(`/api/media/${mediaId}`, { method: 'DELETE' }),
    onSuccess: (_nothing, mediaId) => onDeleted(mediaId),
    onError: (error, mediaId) => onFailed(mediaId, error),
    onSettled: useMediaChange(contestId),
  });
