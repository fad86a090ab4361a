import type { FileHandle } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { AppError, type BufferPool } from '@stagereel/service-kit';

/** Above what comes in at once: what is copied at once holds nobody up. */
const HIGH_WATER_BYTES = 128 * 1024;

type Input = { file: FileHandle; offset: number; size: number; body: Readable; pool: BufferPool; signal: AbortSignal };

/**
 * Writes a stream to one place of a file, in few large writes, and answers the CRC-32 of what was written. Nothing is written outside the
 * place, and nothing any more once this has ended. What comes in is copied into one borrowed buffer at once: the many small ones it comes in
 * then live for so short a time that the first sweep takes them, instead of growing old by the megabyte.
 * @throws AppError ChunkInvalid when the stream has not exactly `size` bytes; what the signal was aborted with
 */
export const writeStreamAt = async ({ file, offset, size, body, pool, signal }: Input): Promise<number> => {
  const gathered = pool.borrow();
  let gatheredBytes = 0;
  let written = 0;
  let checksum = 0;
  let writing = Promise.resolve();

  const flush = async (): Promise<void> => {
    const piece = gathered.subarray(0, gatheredBytes);
    await writeAll({ file, piece, position: offset + written });
    checksum = crc32(piece, checksum);
    written += piece.length;
    gatheredBytes = 0;
  };
  const gather = (part: Buffer): Buffer => {
    const copied = part.copy(gathered, gatheredBytes);
    gatheredBytes += copied;
    return part.subarray(copied);
  };
  const gatherAll = async (part: Buffer): Promise<void> => {
    let rest = part;
    while (rest.length > 0) {
      await flush();
      rest = gather(rest);
    }
  };
  type Done = (error?: Error) => void;
  const place = new Writable({
    highWaterMark: HIGH_WATER_BYTES,
    write: (part: Buffer, _encoding, done: Done) => {
      if (written + gatheredBytes + part.length > size) return done(new AppError('ChunkInvalid'));
      const rest = gather(part);
      if (rest.length === 0) return done();
      writing = gatherAll(rest).then(() => done(), done);
    },
    final: (done: Done) => {
      writing = flush().then(() => done(), done);
    },
  });

  try {
    // A stream that stands still ends as well when it is aborted.
    await pipeline(body, place, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await writing;
    pool.giveBack(gathered);
  }
  if (written !== size) throw new AppError('ChunkInvalid');
  return checksum;
};

/** A write that a full disk cuts short says how much it took; the rest then fails by itself. */
const writeAll = async ({ file, piece, position }: { file: FileHandle; piece: Buffer; position: number }): Promise<void> => {
  let done = 0;
  while (done < piece.length) done += (await file.write(piece, done, piece.length - done, position + done)).bytesWritten;
};
