import type { thumbnailSchema, UploadThumbnail } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestNothing } from '../../../lib/api-client.ts';
import { useMediaChange } from './use-media-change.ts';

/** Milliseconds; twelve megabytes may take a while. */
const TIMEOUT_MS = 120_000;

type Target = { contestId: string; mediaId: string };

/** POST /api/media/{id}/thumbnail */
export const useUploadThumbnail = ({ contestId, mediaId }: Target) =>
  useMutation({
    mutationFn: (thumbnail: UploadThumbnail) =>
      postJson<z.infer<typeof thumbnailSchema>>(`/api/media/${mediaId}/thumbnail`, thumbnail, { timeoutMs: TIMEOUT_MS }),
    onSettled: useMediaChange(contestId),
  });

/** DELETE /api/media/{id}/thumbnail */
export const useDeleteThumbnail = ({ contestId, mediaId }: Target) =>
  useMutation({
    mutationFn: () => requestNothing(`/api/media/${mediaId}/thumbnail`, { method: 'DELETE' }),
    onSettled: useMediaChange(contestId),
  });
