import { randomUUID } from 'node:crypto';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord, StoredChunk, UploadRecord, UploadRefusal } from '../records.ts';
import { checkContent } from './check-content.ts';
import { findUpload, missingIndices } from './find-upload.ts';
import { inspectFile } from './inspect-file.ts';
import { readFinished } from './read-finished.ts';

type Checked = UploadRecord & { checkId: string };
type Input = { upload: UploadRecord; sha256: string | null };

const WRITERS_GONE_EVERY_MS = 50;
const NOT_READ = { reading: null, facts: null };

/**
 * Closes an upload, reads it through and settles what its medium is. Can be repeated, and done by two processes at once: whoever settles
 * first counts, and both answer the same.
 * @throws AppError UploadIncomplete (the upload is open again); an {@link UploadRefusal} (nothing of it stays)
 */
export const checkUpload = async (deps: MediaDeps, { upload: { id }, sha256 }: Input): Promise<MediaRecord> => {
  const closed = await deps.uploads.startCheck({ id, checkId: randomUUID(), now: deps.now() });
  if (!closed) throw new AppError('UploadNotFound');
  if (closed.media) return closed.media;
  if (closed.refusal) throw new AppError(closed.refusal);
  const upload: Checked = { ...closed, checkId: closed.checkId ?? '' };

  await untilWritersAreGone(deps, id);
  const chunks = await deps.chunks.stored(id);
  const missing = missingIndices(upload.totalChunks, chunks);
  if (missing.length > 0) return reopen(deps, { upload, missing });

  const receipts = chunks.map(({ receipt }) => receipt);
  const finished = await deps.storage.finish({ key: id, handle: upload.storageHandle, size: upload.fileSize, receipts });
  if (finished === 'damaged') return reopenWithout(deps, { upload, damaged: chunks });

  const expected = sha256 ?? upload.sha256;
  const { hash, damaged } = await checkContent(deps, { key: id, size: upload.fileSize, chunks, expected });
  if (damaged.length > 0) return reopenWithout(deps, { upload, damaged: damaged.map((index) => ({ index })) });
  if (expected !== null && hash !== expected) return refuse(deps, { upload, refusal: 'FileHashMismatch' });

  const inspection = await inspectFile(deps, { upload, hash });
  if ('refusal' in inspection) return refuse(deps, { upload, refusal: inspection.refusal });
  return settle(deps, { upload, original: inspection.original });
};

/** After it is closed no new writer begins; those that had begun end soon, or their leases do. */
const untilWritersAreGone = async ({ chunks, now }: MediaDeps, uploadId: string): Promise<void> => {
  while (await chunks.hasWriters({ uploadId, now: now() })) {
    await new Promise((resolve) => setTimeout(resolve, WRITERS_GONE_EVERY_MS));
  }
};

const reopen = async (deps: MediaDeps, { upload, missing }: { upload: Checked; missing: number[] }): Promise<never> => {
  await deps.uploads.reopen(upload);
  throw new AppError('UploadIncomplete', { details: { missing } });
};

const reopenWithout = async (
  deps: MediaDeps,
  { upload, damaged }: { upload: Checked; damaged: readonly Pick<StoredChunk, 'index'>[] },
): Promise<never> => {
  const indices = damaged.map(({ index }) => index);
  deps.log({ uploadId: upload.id, indices }, 'chunks are not what was recorded');
  await deps.chunks.forget({ uploadId: upload.id, indices });
  return reopen(deps, { upload, missing: indices });
};

const refuse = async (deps: MediaDeps, { upload, refusal }: { upload: Checked; refusal: UploadRefusal }): Promise<MediaRecord> => {
  // Whoever settled it first may need the bytes.
  if (!(await deps.uploads.refuse({ ...upload, refusal }))) return settledByAnother(deps, upload);
  await deps.chunks.removeOf(upload.id);
  await deps.storage.abandon({ key: upload.id, handle: upload.storageHandle });
  throw new AppError(refusal);
};

const settle = async (
  deps: MediaDeps,
  { upload, original }: { upload: Checked; original: MediaRecord['original'] },
): Promise<MediaRecord> => {
  const { id, contestId, category, mediaType: type, fileName: originalName, lineId } = upload;
  const displayOrder = await nextDisplayOrder(deps, contestId);
  const { reading, facts } = category === 'finished' ? await readFinished(deps, id) : NOT_READ;
  const shown = facts ? { ...original, width: facts.width, height: facts.height } : original;
  const media: MediaRecord = {
    ...{ id, contestId, category, type, originalName, uploadedAt: deps.now(), displayOrder, lineId, original: shown, reading },
    ...{
      durationSeconds: facts?.durationSeconds ?? null,
      thumbnail: null,
      poster: null,
      variants: [],
      preview: null,
      processing: 'pending',
    },
  };
  return (await deps.uploads.complete({ ...upload, media })) ? media : settledByAnother(deps, upload);
};

/** Somebody else was first: what they found counts. */
const settledByAnother = async (deps: MediaDeps, { id, contestId, totalChunks }: Checked): Promise<MediaRecord> => {
  const { media } = await findUpload(deps, { uploadId: id, contestId });
  if (media) return media;
  throw new AppError('UploadIncomplete', { details: { missing: missingIndices(totalChunks, await deps.chunks.stored(id)) } });
};

const nextDisplayOrder = async ({ media }: MediaDeps, contestId: string): Promise<number> => {
  const orders = (await media.ofContest(contestId)).map(({ displayOrder }) => displayOrder);
  return orders.length === 0 ? 0 : Math.max(...orders) + 1;
};
