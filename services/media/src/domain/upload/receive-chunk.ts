import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CHUNK_BYTES, chunkBytes } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import { renewLease } from '../renew-lease.ts';
import { ChunkSuperseded } from './chunk-mutex.ts';
import { findUpload, type UploadKey } from './find-upload.ts';
import type { ChunkWrite, UploadRecord } from './upload.ts';

type Input = UploadKey & { index: number; body: Readable };
export type ReceivedChunk = { index: number; size: number; checksum: number };

/** A fraction of the time after which an upload is stale: only then is `touchedAt` written again, and not with every chunk. */
const TOUCH_INTERVAL = 0.01;
/** Short: the check at the end of an upload has to wait for the leases of a crashed process. */
const LEASE_MS = 10_000;
const EXTEND_EVERY_MS = 3000;

/**
 * Streams a chunk to its position in the file. It counts as stored once the storage has it durably and its record says so. Of two bodies
 * for one index, the later one is kept.
 * @throws AppError UploadNotFound, UploadClosed, ChunkInvalid, StorageFull
 */
export const receiveChunk = async (deps: MediaDeps, { contestId, uploadId, index, body }: Input): Promise<ReceivedChunk> => {
  const { chunks, storage, chunkMutex } = deps;

  const write = (controller: AbortController) =>
    withWriterLease(deps, {
      chunk: { uploadId, index },
      controller,
      write: async (lease, { wasStored }) => {
        // Read the upload after the lease is visible: either this finds it closed, or the check finds the lease.
        const { fileSize, totalChunks, storageHandle } = await findOpenUpload(deps, { contestId, uploadId });
        if (index >= totalChunks) throw new AppError('ChunkInvalid');
        if (wasStored) await chunks.markUnstored(lease);
        const size = chunkBytes({ fileSize, index });
        const place = { key: uploadId, handle: storageHandle, index, offset: index * CHUNK_BYTES, size };
        const { checksum, receipt } = await storage.writeChunk({ ...place, body, signal: controller.signal });
        if (!(await chunks.markStored({ ...lease, checksum, receipt, size }))) throw new AppError('ChunkInvalid');
        return { index, size, checksum };
      },
    });

  try {
    // The contest id is part of the key, so that a request with a wrong contest id cannot abort a valid write.
    return await chunkMutex(`${contestId}:${uploadId}:${index}`, write);
  } catch (error) {
    if (error instanceof ChunkSuperseded) throw new AppError('ChunkInvalid', { cause: error });
    throw error;
  }
};

/** Updates `touchedAt` unless that was done recently. @throws AppError UploadNotFound, UploadClosed */
const findOpenUpload = async (deps: MediaDeps, key: UploadKey): Promise<UploadRecord> => {
  const upload = await findUpload(deps, key);
  if (upload.state !== 'open') throw new AppError('UploadClosed');
  const now = deps.now();
  if (upload.isBegun && now.getTime() - upload.touchedAt.getTime() < TOUCH_INTERVAL * deps.staleUploadMs) return upload;
  if (await deps.uploads.touch({ id: upload.id, now })) return upload;
  await findUpload(deps, key);
  throw new AppError('UploadClosed');
};

type LeasedWrite<Result> = {
  chunk: { uploadId: string; index: number };
  controller: AbortController;
  write: (lease: ChunkWrite, before: { wasStored: boolean }) => Promise<Result>;
};

/**
 * Runs `write` while a lease in the database announces the writer to other processes. When the lease cannot be renewed, the controller is
 * aborted: an unannounced writer could change a file after it was checked.
 */
const withWriterLease = async <Result>({ chunks, now }: MediaDeps, { chunk, controller, write }: LeasedWrite<Result>): Promise<Result> => {
  const lease: ChunkWrite = { ...chunk, token: randomUUID() };
  const times = () => ({ now: now(), until: new Date(now().getTime() + LEASE_MS) });
  const takenAt = Date.now();
  const before = await chunks.beginWrite({ ...lease, until: times().until });
  const stopRenewal = renewLease({
    leaseMs: LEASE_MS,
    everyMs: EXTEND_EVERY_MS,
    takenAt,
    extend: () => chunks.extendWrite({ ...lease, ...times() }),
    onLost: () => controller.abort(new Error('Chunk writer lease lost')),
  });
  try {
    return await write(lease, before);
  } catch (error) {
    await chunks.endWrite(lease).catch(() => undefined);
    throw error;
  } finally {
    stopRenewal();
  }
};
