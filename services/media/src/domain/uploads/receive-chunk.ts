import type { Readable } from 'node:stream';
import { CHUNK_BYTES, chunkBytes } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import { type ChunkTurns, Superseded } from './chunk-turns.ts';
import { findUpload, type UploadKey } from './find-upload.ts';
import { withWriterLease } from './writer-lease.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'storage' | 'now'> & { turns: ChunkTurns };
type Input = UploadKey & { index: number; body: Readable };
export type ReceivedChunk = { index: number; size: number; checksum: number };

/**
 * Streams a chunk to its place. It counts as stored only when the storage has it for good and its record says so; of two bodies for one
 * index the later one stays.
 * @throws AppError UploadNotFound, UploadClosed, ChunkInvalid, StorageFull
 */
export const receiveChunk = async (deps: Deps, { contestId, uploadId, index, body }: Input): Promise<ReceivedChunk> => {
  const { uploads, chunks, storage, turns, now } = deps;
  const { fileSize, totalChunks, storageHandle, state } = await findUpload(deps, { contestId, uploadId });
  if (state !== 'open') throw new AppError('UploadClosed');
  if (index >= totalChunks) throw new AppError('ChunkInvalid');
  const size = chunkBytes({ fileSize, index });

  const write = (controller: AbortController) =>
    withWriterLease(deps, {
      chunk: { uploadId, index },
      controller,
      write: async (lease) => {
        // After the lease is to be seen: either this finds the upload closed, or the check finds the lease.
        if (!(await uploads.touch({ id: uploadId, now: now() }))) throw await closedOrGone(deps, { contestId, uploadId });
        const place = { key: uploadId, handle: storageHandle, index, offset: index * CHUNK_BYTES, size };
        const { checksum, receipt } = await storage.writeChunk({ ...place, body, signal: controller.signal });
        if (!(await chunks.record({ ...lease, checksum, receipt, size }))) throw new AppError('ChunkInvalid');
        return { index, size, checksum };
      },
    });

  try {
    return await turns(`${uploadId}:${index}`, write);
  } catch (error) {
    if (error instanceof Superseded) throw new AppError('ChunkInvalid', { cause: error });
    throw error;
  }
};

const closedOrGone = async (deps: Deps, key: UploadKey): Promise<AppError> => {
  await findUpload(deps, key);
  return new AppError('UploadClosed');
};
