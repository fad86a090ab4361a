import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import { findUpload, type UploadKey } from './find-upload.ts';
import type { UploadRecord } from './upload.ts';

/** @throws AppError UploadNotFound, UploadClosed when the upload is complete or being checked */
export const cancelUpload = async (deps: MediaDeps, key: UploadKey): Promise<void> => {
  const upload = await findUpload(deps, key);
  if (await discardUpload(deps, { upload, states: ['open'] })) return;
  // Throws UploadNotFound when a concurrent cancel was faster.
  await findUpload(deps, key);
  throw new AppError('UploadClosed');
};

type Discard = {
  upload: UploadRecord;
  /** In any other state another process may need the bytes. */
  states: readonly UploadRecord['state'][];
  untouchedSince?: Date;
  isUnbegun?: boolean;
};

/**
 * Removes an upload: first its record, so that no further chunk is accepted, then its bytes; the sweep removes what a crash leaves. False,
 * without any change, when the upload does not match the given conditions any more.
 */
export const discardUpload = async (
  { uploads, chunks, storage }: MediaDeps,
  { upload: { id, storageHandle }, ...conditions }: Discard,
): Promise<boolean> => {
  if (!(await uploads.discard({ id, ...conditions }))) return false;
  await chunks.removeAll(id);
  await storage.abandon({ key: id, handle: storageHandle });
  return true;
};
