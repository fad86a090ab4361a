import type { UploadStatus } from '@stagereel/contracts';
import { toUploadedMedia } from '../media-views.ts';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';
import { findUpload, missingIndices, type UploadKey } from './find-upload.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'staleUploadMs' | 'unbegunUploadMs'>;

/** Where an upload stands, so that one that broke off goes on. @throws AppError UploadNotFound; what a refused one was refused with */
export const showUpload = async (deps: Deps, key: UploadKey): Promise<UploadStatus> => {
  const upload = await findUpload(deps, key);
  const { id, fileName, fileSize, totalChunks, media } = upload;
  // A refused one has been told above.
  const state = upload.state === 'checking' || upload.state === 'completed' ? upload.state : 'open';
  const missing = state === 'open' ? missingIndices(totalChunks, await deps.chunks.stored(id)) : [];
  const expiresAt = expiryOf(deps, upload).toISOString();
  return { uploadId: id, fileName, fileSize, totalChunks, state, missing, expiresAt, media: media && toUploadedMedia(media) };
};

/** When it is thrown away if nothing comes until then. */
export const expiryOf = (
  { staleUploadMs, unbegunUploadMs }: Pick<MediaDeps, 'staleUploadMs' | 'unbegunUploadMs'>,
  { isBegun, touchedAt }: Pick<UploadRecord, 'isBegun' | 'touchedAt'>,
): Date => new Date(touchedAt.getTime() + (isBegun ? staleUploadMs : Math.min(staleUploadMs, unbegunUploadMs)));
