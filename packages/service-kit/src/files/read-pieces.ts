import type { FileHandle } from 'node:fs/promises';
import type { BufferPool } from './buffer-pool.ts';

type Range = { file: FileHandle; start: number; end: number; pool: BufferPool };

/** Reads one piece ahead, so that disk and socket work at the same time. Closes the file. */
export async function* readPieces({ file, start, end, pool }: Range): AsyncGenerator<Buffer> {
  const buffers: [Buffer, Buffer] = [pool.borrow(), pool.borrow()];
  let position = start;
  let turn = 0;
  const readNext = (): Promise<Buffer> => {
    const buffer = buffers[turn % 2 === 0 ? 0 : 1];
    turn += 1;
    const length = Math.min(buffer.length, end + 1 - position);
    const from = position;
    position += length;
    return fill({ file, buffer: buffer.subarray(0, length), from });
  };

  let ahead: Promise<Buffer> | undefined;
  try {
    ahead = readNext();
    while (ahead) {
      const piece: Buffer = await ahead;
      ahead = position <= end ? readNext() : undefined;
      // The error is thrown when this piece is needed; this prevents an unhandled rejection until then.
      ahead?.catch(() => undefined);
      yield piece;
    }
  } finally {
    await ahead?.catch(() => undefined);
    for (const buffer of buffers) pool.release(buffer);
    await file.close();
  }
}

/** Fills the buffer with the file's bytes from `from` on. Throws when the file is too short. */
export const fill = async ({ file, buffer, from }: { file: FileHandle; buffer: Buffer; from: number }): Promise<Buffer> => {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) throw new Error('The file is shorter than its record says');
    filled += bytesRead;
  }
  return buffer;
};
