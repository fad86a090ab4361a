import { randomUUID } from 'node:crypto';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { MediaRecord, StoredFile } from '../library/media.ts';
import { cleanOriginal } from './clean-original.ts';
import { findUpload, missingIndices } from './find-upload.ts';
import { checkContent, inspectFile, probeFinishedVideo } from './inspect-file.ts';
import type { UploadRecord, UploadRefusal } from './upload.ts';

type CheckedUpload = UploadRecord & { checkId: string };

const WRITERS_POLL_MS = 50;
const NOT_PROBED = { reading: null, metadata: null };

/**
 * Closes an upload, reads its file and determines its medium. Can be repeated, also by two processes at once: the first result is stored, and
 * both return it.
 * @throws AppError UploadIncomplete (the upload is open again); an {@link UploadRefusal} (all its bytes are removed)
 */
export const checkUpload = async (
  deps: MediaDeps,
  { upload: { id }, sha256 }: { upload: UploadRecord; sha256: string | null },
): Promise<MediaRecord> => {
  const closed = await deps.uploads.startCheck({ id, checkId: randomUUID(), now: deps.now() });
  if (!closed) throw new AppError('UploadNotFound');
  if (closed.media) return closed.media;
  if (closed.refusal) throw new AppError(closed.refusal);
  const upload: CheckedUpload = { ...closed, checkId: closed.checkId ?? '' };
  try {
    return await checkClosed(deps, { upload, sha256 });
  } catch (err) {
    // Another check may have ended first and removed the bytes that this one was reading.
    const { media } = await findUpload(deps, { uploadId: id, contestId: upload.contestId });
    if (media) return media;
    throw err;
  }
};

const checkClosed = async (deps: MediaDeps, { upload, sha256 }: { upload: CheckedUpload; sha256: string | null }): Promise<MediaRecord> => {
  const { id } = upload;
  await waitForWriters(deps, id);
  const chunks = await deps.chunks.listStored(id);
  const missing = missingIndices(upload.totalChunks, chunks);
  if (missing.length > 0) return reopen(deps, { upload, missing });

  const receipts = chunks.map(({ receipt }) => receipt);
  const finished = await deps.storage.finish({ key: id, handle: upload.storageHandle, size: upload.fileSize, receipts });
  if (finished === 'damaged') return reopenWithout(deps, { upload, damaged: chunks.map(({ index }) => index) });

  const expected = sha256 ?? upload.sha256;
  const { hash, damaged } = await checkContent(deps, { key: id, size: upload.fileSize, chunks, expected });
  if (damaged.length > 0) return reopenWithout(deps, { upload, damaged });
  if (expected !== null && hash !== expected) return refuse(deps, { upload, refusal: 'FileHashMismatch' });

  const inspection = await inspectFile(deps, { upload, hash });
  if ('refusal' in inspection) return refuse(deps, { upload, refusal: inspection.refusal });
  // The customer gets a finished video as it was uploaded.
  const original = upload.category === 'finished' ? inspection.original : await cleanOriginal(deps, inspection.original);
  if (!original) return refuse(deps, { upload, refusal: 'ImageUnreadable' });
  return complete(deps, { upload, original, uploadedHash: hash });
};

/** No new writer starts after the upload was closed. Earlier ones end soon, or their leases expire. */
const waitForWriters = async ({ chunks, now }: MediaDeps, uploadId: string): Promise<void> => {
  while (await chunks.hasWriters({ uploadId, now: now() })) {
    await new Promise((resolve) => setTimeout(resolve, WRITERS_POLL_MS));
  }
};

const reopen = async (deps: MediaDeps, { upload, missing }: { upload: CheckedUpload; missing: number[] }): Promise<never> => {
  await deps.uploads.reopen(upload);
  throw new AppError('UploadIncomplete', { details: { missing } });
};

const reopenWithout = async (deps: MediaDeps, { upload, damaged }: { upload: CheckedUpload; damaged: number[] }): Promise<never> => {
  deps.log({ uploadId: upload.id, indices: damaged }, 'Stored chunks do not match their checksums');
  await deps.chunks.removeSome({ uploadId: upload.id, indices: damaged });
  return reopen(deps, { upload, missing: damaged });
};

const refuse = async (deps: MediaDeps, { upload, refusal }: { upload: CheckedUpload; refusal: UploadRefusal }): Promise<MediaRecord> => {
  // A concurrent check that completed the upload needs the bytes.
  if (!(await deps.uploads.refuse({ ...upload, refusal }))) return useConcurrentResult(deps, upload);
  await deps.chunks.removeAll(upload.id);
  await deps.storage.abandon({ key: upload.id, handle: upload.storageHandle });
  throw new AppError(refusal);
};

type Completion = { upload: CheckedUpload; original: StoredFile; uploadedHash: string };

const complete = async (deps: MediaDeps, { upload, original, uploadedHash }: Completion): Promise<MediaRecord> => {
  const { id, contestId, category, mediaType: type, fileName: originalName, lineId } = upload;
  const displayOrder = await nextDisplayOrder(deps, contestId);
  const { reading, metadata } = category === 'finished' ? await probeFinishedVideo(deps, id) : NOT_PROBED;
  const measured = metadata ? { ...original, width: metadata.width, height: metadata.height } : original;
  const media: MediaRecord = {
    ...{
      id,
      contestId,
      category,
      type,
      originalName,
      uploadedHash,
      uploadedAt: deps.now(),
      displayOrder,
      lineId,
      original: measured,
      reading,
    },
    ...{
      durationSeconds: metadata?.durationSeconds ?? null,
      thumbnail: null,
      poster: null,
      variants: [],
      preview: null,
      processing: 'pending',
    },
  };
  const isFirst = await deps.uploads.complete({ ...upload, media });
  // The upload or the copy of it that is not published.
  if (original.key !== id) await deps.storage.remove(isFirst ? id : original.key);
  return isFirst ? media : useConcurrentResult(deps, upload);
};

/** Another check has ended first, and its result is stored. */
const useConcurrentResult = async (deps: MediaDeps, { id, contestId, totalChunks }: CheckedUpload): Promise<MediaRecord> => {
  const { media } = await findUpload(deps, { uploadId: id, contestId });
  if (media) return media;
  throw new AppError('UploadIncomplete', { details: { missing: missingIndices(totalChunks, await deps.chunks.listStored(id)) } });
};

const nextDisplayOrder = async ({ media }: MediaDeps, contestId: string): Promise<number> => {
  const orders = (await media.listByContest(contestId)).map(({ displayOrder }) => displayOrder);
  return orders.length === 0 ? 0 : Math.max(...orders) + 1;
};
