import type { FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { AppError } from '@stagereel/service-kit';

/** What is written at once. Many chunks come at the same time, so it is what they all hold in memory. */
const GATHERED_BYTES = 512 * 1024;

type Input = { file: FileHandle; offset: number; size: number; body: Readable; signal: AbortSignal };

/**
 * Writes a stream to one place of a file, in few large writes, and answers the CRC-32 of what was written. Nothing is written outside the place.
 * @throws AppError ChunkInvalid when the stream has not exactly `size` bytes; what the signal was aborted with
 */
export const writeStreamAt = async ({ file, offset, size, body, signal }: Input): Promise<number> => {
  let checksum = 0;
  let written = 0;
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;

  const flush = async (): Promise<void> => {
    if (gatheredBytes === 0) return;
    signal.throwIfAborted();
    await writeAll({ file, buffers: gathered, position: offset + written });
    written += gatheredBytes;
    gathered = [];
    gatheredBytes = 0;
  };

  const take = async (part: Buffer): Promise<void> => {
    if (written + gatheredBytes + part.length > size) throw new AppError('ChunkInvalid');
    checksum = crc32(part, checksum);
    gathered.push(part);
    gatheredBytes += part.length;
    if (gatheredBytes >= GATHERED_BYTES) await flush();
  };

  try {
    // A stream that stands still ends as well when it is aborted.
    for await (const part of addAbortSignal(signal, body)) await take(part);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  await flush();
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
