import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';
import { findUpload, type UploadKey } from './find-upload.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'storage'>;
type Discarding = {
  upload: Pick<UploadRecord, 'id' | 'storageHandle'>;
  /** In any other state somebody else has its bytes by now. */
  states: readonly UploadRecord['state'][];
  untouchedSince?: Date;
  isUnbegun?: boolean;
};

/** @throws AppError UploadNotFound, UploadClosed for one that is complete or about to be */
export const cancelUpload = async (deps: Deps, key: UploadKey): Promise<void> => {
  const upload = await findUpload(deps, key);
  if (await discardUpload(deps, { upload, states: ['open'] })) return;
  // Two cancels at once: the slower one finds nothing.
  await findUpload(deps, key);
  throw new AppError('UploadClosed');
};

/**
 * The record first: from then on no chunk is taken, and bytes that a crash leaves behind are swept. False, and nothing is touched, when the
 * upload is not what its caller takes it for.
 */
export const discardUpload = async (
  { uploads, chunks, storage }: Deps,
  { upload: { id, storageHandle }, ...expected }: Discarding,
): Promise<boolean> => {
  if (!(await uploads.discard({ id, ...expected }))) return false;
  await chunks.removeOf(id);
  await storage.abandon({ key: id, handle: storageHandle });
  return true;
};
