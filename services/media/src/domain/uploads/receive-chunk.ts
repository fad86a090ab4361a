import type { Readable } from 'node:stream';
import { CHUNK_BYTES, chunkBytes } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';
import { type ChunkTurns, Superseded } from './chunk-turns.ts';
import { findUpload, type UploadKey } from './find-upload.ts';
import { withWriterLease } from './writer-lease.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'storage' | 'now' | 'staleUploadMs'> & { turns: ChunkTurns };
type Input = UploadKey & { index: number; body: Readable };
export type ReceivedChunk = { index: number; size: number; checksum: number };

/** Of the time after which it is taken for stale; not every chunk need note that it came. */
const TOUCHED_FOR = 0.01;

/**
 * Streams a chunk to its place. It counts as stored only when the storage has it for good and its record says so; of two bodies for one
 * index the later one stays.
 * @throws AppError UploadNotFound, UploadClosed, ChunkInvalid, StorageFull
 */
export const receiveChunk = async (deps: Deps, { contestId, uploadId, index, body }: Input): Promise<ReceivedChunk> => {
  const { chunks, storage, turns } = deps;

  const write = (controller: AbortController) =>
    withWriterLease(deps, {
      chunk: { uploadId, index },
      controller,
      write: async (lease, { wasStored }) => {
        // After the lease is to be seen: either this finds the upload closed, or the check finds the lease.
        const { fileSize, totalChunks, storageHandle } = await findOpenUpload(deps, { contestId, uploadId });
        if (index >= totalChunks) throw new AppError('ChunkInvalid');
        if (wasStored) await chunks.unrecord(lease);
        const size = chunkBytes({ fileSize, index });
        const place = { key: uploadId, handle: storageHandle, index, offset: index * CHUNK_BYTES, size };
        const { checksum, receipt } = await storage.writeChunk({ ...place, body, signal: controller.signal });
        if (!(await chunks.record({ ...lease, checksum, receipt, size }))) throw new AppError('ChunkInvalid');
        return { index, size, checksum };
      },
    });

  try {
    // The contest as well: nobody makes way for a chunk that names another one, and is refused.
    return await turns(`${contestId}:${uploadId}:${index}`, write);
  } catch (error) {
    if (error instanceof Superseded) throw new AppError('ChunkInvalid', { cause: error });
    throw error;
  }
};

/** Notes that it is being worked on, unless that was noted lately. @throws AppError UploadNotFound, UploadClosed */
const findOpenUpload = async (deps: Deps, key: UploadKey): Promise<UploadRecord> => {
  const upload = await findUpload(deps, key);
  if (upload.state !== 'open') throw new AppError('UploadClosed');
  const now = deps.now();
  if (upload.isBegun && now.getTime() - upload.touchedAt.getTime() < TOUCHED_FOR * deps.staleUploadMs) return upload;
  if (await deps.uploads.touch({ id: upload.id, now })) return upload;
  await findUpload(deps, key);
  throw new AppError('UploadClosed');
};
