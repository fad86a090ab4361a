import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';
import { findUpload, type UploadKey } from './find-upload.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'storage'>;

/** @throws AppError UploadNotFound, UploadClosed for one that is complete or about to be */
export const cancelUpload = async (deps: Deps, key: UploadKey): Promise<void> => {
  const upload = await findUpload(deps, key);
  if (upload.state !== 'open') throw new AppError('UploadClosed');
  await discardUpload(deps, upload);
};

/** The record first: from then on no chunk is taken, and bytes that a crash leaves behind are swept. */
export const discardUpload = async (
  { uploads, chunks, storage }: Deps,
  { id, storageHandle }: Pick<UploadRecord, 'id' | 'storageHandle'>,
): Promise<void> => {
  await uploads.remove(id);
  await chunks.removeOf(id);
  await storage.abandon({ key: id, handle: storageHandle });
};
