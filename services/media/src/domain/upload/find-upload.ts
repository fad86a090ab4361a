import type { UploadStatus } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import { toUploadedMedia } from '../library/media-views.ts';
import type { UploadRecord } from './upload.ts';

export type UploadKey = { contestId: string; uploadId: string };

/** @throws AppError UploadNotFound, also when it belongs to another contest; the refusal of a refused upload */
export const findUpload = async ({ uploads }: MediaDeps, { contestId, uploadId }: UploadKey): Promise<UploadRecord> => {
  const upload = await uploads.find({ id: uploadId, contestId });
  if (!upload) throw new AppError('UploadNotFound');
  if (upload.refusal) throw new AppError(upload.refusal);
  return upload;
};

/** The chunk indices that are not among the stored ones. */
export const missingIndices = (totalChunks: number, stored: readonly { index: number }[]): number[] => {
  const present = new Set(stored.map(({ index }) => index));
  return Array.from({ length: totalChunks }, (_, index) => index).filter((index) => !present.has(index));
};

/** The sweep removes the upload at this time if nothing is received until then. */
export const getUploadExpiry = ({ staleUploadMs, unbegunUploadMs }: MediaDeps, { isBegun, touchedAt }: UploadRecord): Date =>
  new Date(touchedAt.getTime() + (isBegun ? staleUploadMs : Math.min(staleUploadMs, unbegunUploadMs)));

/** The state of an upload and its missing chunks, for a client that resumes it. @throws as {@link findUpload} */
export const getUploadStatus = async (deps: MediaDeps, key: UploadKey): Promise<UploadStatus> => {
  const upload = await findUpload(deps, key);
  const { id, fileName, fileSize, totalChunks, media } = upload;
  // `findUpload` has thrown for a refused one.
  const state = upload.state === 'checking' || upload.state === 'completed' ? upload.state : 'open';
  const missing = state === 'open' ? missingIndices(totalChunks, await deps.chunks.listStored(id)) : [];
  const expiresAt = getUploadExpiry(deps, upload).toISOString();
  return { uploadId: id, fileName, fileSize, totalChunks, state, missing, expiresAt, media: media && toUploadedMedia(media) };
};
