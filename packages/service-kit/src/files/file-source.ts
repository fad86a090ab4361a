import type { FileHandle } from 'node:fs/promises';
import type { BufferPool } from './buffer-pool.ts';
import { type ByteSource, sourceOfPieces } from './byte-source.ts';
import type { HeldConnection, KernelSend } from './kernel-send.ts';
import { fill, readPieces } from './read-pieces.ts';
import { writePiece } from './write-piece.ts';

/** What one call of the system sends at most: between two, others have their turn, and whoever counts is told. */
const SENT_AT_ONCE_BYTES = 512 * 1024;
/** What goes the ordinary way whenever the connection is full: Node waits until it has room again. */
const WRITTEN_AT_ONCE_BYTES = 64 * 1024;

type Part = { file: FileHandle; start: number; end: number };
export type SendingWays = { kernel: KernelSend | undefined; pool: BufferPool };

/** A part of a file; closes it in the end. */
export const sourceOfFile = ({ kernel, pool }: SendingWays, { file, start, end }: Part): ByteSource =>
  kernel?.isAble() ? kernelSource({ kernel, part: { file, start, end } }) : sourceOfPieces(readPieces({ file, start, end, pool }));

/**
 * Has the system send what the connection takes at once. The first bytes are written, and so are some whenever it takes no more: a write ends
 * when all before it has left, which for the first ones includes the answer's head and the answers before it; and where a write fails, it says why.
 */
const kernelSource = ({ kernel, part: { file, start, end } }: { kernel: KernelSend; part: Part }): ByteSource => {
  const buffer = Buffer.allocUnsafeSlow(Math.min(WRITTEN_AT_ONCE_BYTES, end + 1 - start));
  let connection: HeldConnection | undefined;
  let isFull = true;
  return {
    send: async ({ into, position, most }) => {
      if (!isFull) {
        if (into.socket) connection ??= kernel.hold(into.socket);
        const wanted = Math.min(most, SENT_AT_ONCE_BYTES);
        const bytes = (await connection?.send({ file, position, most: wanted })) ?? 0;
        isFull = bytes < wanted;
        if (bytes > 0) return { bytes, isTaken: true };
      }
      const piece = buffer.subarray(0, Math.min(most, buffer.length));
      await fill({ file, buffer: piece, from: position });
      isFull = false;
      return writePiece({ into, piece });
    },
    close: async () => {
      connection?.release();
      await file.close();
    },
  };
};
