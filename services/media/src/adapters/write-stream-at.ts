import type { FileHandle } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { AppError, type BufferPool } from '@stagereel/service-kit';

/** Larger than one read from the socket, so that the source is not paused for data that is copied immediately. */
const HIGH_WATER_BYTES = 128 * 1024;

type Input = { file: FileHandle; offset: number; size: number; body: Readable; pool: BufferPool; signal: AbortSignal };

/**
 * Writes a stream to one position of a file, in few large writes, and returns the CRC-32 of its bytes. Nothing is written outside that
 * position, and nothing after the promise has settled. Incoming data is copied into one pooled buffer immediately, so that the many small
 * buffers from the socket are freed by the young generation of the garbage collector.
 * @throws AppError ChunkInvalid when the stream has not exactly `size` bytes; the reason of the signal
 */
export const writeStreamAt = async ({ file, offset, size, body, pool, signal }: Input): Promise<number> => {
  const buffer = pool.borrow();
  let bufferedBytes = 0;
  let written = 0;
  let checksum = 0;
  let writing = Promise.resolve();

  const flush = async (): Promise<void> => {
    const piece = buffer.subarray(0, bufferedBytes);
    await writeAll({ file, piece, position: offset + written });
    checksum = crc32(piece, checksum);
    written += piece.length;
    bufferedBytes = 0;
  };
  const fillBuffer = (part: Buffer): Buffer => {
    const copied = part.copy(buffer, bufferedBytes);
    bufferedBytes += copied;
    return part.subarray(copied);
  };
  const writeRest = async (part: Buffer): Promise<void> => {
    let rest = part;
    while (rest.length > 0) {
      await flush();
      rest = fillBuffer(rest);
    }
  };
  type Done = (error?: Error) => void;
  const target = new Writable({
    highWaterMark: HIGH_WATER_BYTES,
    write: (part: Buffer, _encoding, done: Done) => {
      if (written + bufferedBytes + part.length > size) return done(new AppError('ChunkInvalid'));
      const rest = fillBuffer(part);
      if (rest.length === 0) return done();
      writing = writeRest(rest).then(() => done(), done);
    },
    final: (done: Done) => {
      writing = flush().then(() => done(), done);
    },
  });

  try {
    // With the signal, the pipeline also ends when no data arrives.
    await pipeline(body, target, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await writing;
    pool.release(buffer);
  }
  if (written !== size) throw new AppError('ChunkInvalid');
  return checksum;
};

/** On a full disk a write may be partial; the next one then fails with ENOSPC. */
const writeAll = async ({ file, piece, position }: { file: FileHandle; piece: Buffer; position: number }): Promise<void> => {
  let done = 0;
  while (done < piece.length) done += (await file.write(piece, done, piece.length - done, position + done)).bytesWritten;
};
