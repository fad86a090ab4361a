import type { FileHandle } from 'node:fs/promises';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '@stagereel/service-kit';

/** What is written at once. Many chunks come at the same time, so it is what they all hold in memory. */
const GATHERED_BYTES = 512 * 1024;

type Input = { file: FileHandle; offset: number; size: number; body: Readable; signal: AbortSignal };

/**
 * Writes a stream to one place of a file, in few large writes, and answers the CRC-32 of what was written. Nothing is written outside the
 * place, and nothing any more once this has ended.
 * @throws AppError ChunkInvalid when the stream has not exactly `size` bytes; what the signal was aborted with
 */
export const writeStreamAt = async ({ file, offset, size, body, signal }: Input): Promise<number> => {
  let checksum = 0;
  let written = 0;
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let writing = Promise.resolve();

  const flush = async (): Promise<void> => {
    const buffers = gathered;
    const bytes = gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
    await writeAll({ file, buffers, position: offset + written });
    written += bytes;
  };
  type Done = (error?: Error) => void;
  const flushInto = (done: Done): void => {
    writing = flush().then(() => done(), done);
  };
  const place = new Writable({
    write: (part: Buffer, _encoding, done: Done) => {
      if (written + gatheredBytes + part.length > size) return done(new AppError('ChunkInvalid'));
      checksum = crc32(part, checksum);
      gathered.push(part);
      gatheredBytes += part.length;
      return gatheredBytes < GATHERED_BYTES ? done() : flushInto(done);
    },
    final: flushInto,
  });

  try {
    // A stream that stands still ends as well when it is aborted.
    await pipeline(body, place, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await writing;
  }
  if (written !== size) throw new AppError('ChunkInvalid');
  return checksum;
};

/** A write that a full disk cuts short says how much it took; the rest then fails by itself. */
const writeAll = async ({ file, buffers, position }: { file: FileHandle; buffers: Buffer[]; position: number }): Promise<void> => {
  let rest = buffers;
  let at = position;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at);
    at += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
};

const dropBytes = (buffers: readonly Buffer[], count: number): Buffer[] => {
  let toDrop = count;
  return buffers.flatMap((buffer) => {
    const dropped = Math.min(toDrop, buffer.length);
    toDrop -= dropped;
    return dropped === buffer.length ? [] : [buffer.subarray(dropped)];
  });
};
