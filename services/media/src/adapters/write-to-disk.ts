import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError, hasCode } from '@stagereel/service-kit';

/** Converts the errors of a full disk. @throws AppError StorageFull */
export const withStorageFull = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    if (hasCode(cause, 'ENOSPC', 'EDQUOT')) throw new AppError('StorageFull', { cause });
    throw cause;
  }
};

type Input = { file: FileHandle; offset: number; size: number; body: Readable; signal: AbortSignal };

/**
 * Writes a stream to one position of a file, and returns the CRC-32 of its bytes. Nothing is written outside that position, and nothing after the
 * promise has settled.
 * @throws AppError ChunkInvalid when the stream has not exactly `size` bytes; the reason of the signal
 */
export const writeStreamAt = async ({ file, offset, size, body, signal }: Input): Promise<number> => {
  let written = 0;
  let checksum = 0;
  try {
    // With the signal, the loop also ends when no data arrives.
    for await (const piece of addAbortSignal(signal, body)) {
      if (written + piece.length > size) throw new AppError('ChunkInvalid');
      await writeAll({ file, piece, position: offset + written });
      checksum = crc32(piece, checksum);
      written += piece.length;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  if (written !== size) throw new AppError('ChunkInvalid');
  return checksum;
};

/** On a full disk a write may be partial; the next one then fails with ENOSPC. */
const writeAll = async ({ file, piece, position }: { file: FileHandle; piece: Buffer; position: number }): Promise<void> => {
  let done = 0;
  while (done < piece.length) done += (await file.write(piece, done, piece.length - done, position + done)).bytesWritten;
};
