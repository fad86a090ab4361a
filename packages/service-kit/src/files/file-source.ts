import type { FileHandle } from 'node:fs/promises';
import type { BufferPool } from './buffer-pool.ts';
import { type ByteSource, byteSourceOf } from './byte-source.ts';
import { fill, readPieces } from './read-pieces.ts';
import type { PinnedConnection, Sendfile } from './sendfile.ts';
import { writePiece } from './write-piece.ts';

/** Maximum per `sendfile` call, so that other connections and the byte quota get their turn in between. */
const SENT_AT_ONCE_BYTES = 512 * 1024;
/** Size of an ordinary write, used when the connection's buffer is full: Node then waits until it drains. */
const WRITTEN_AT_ONCE_BYTES = 64 * 1024;

type Part = { file: FileHandle; start: number; end: number };
export type SendOptions = { kernel: Sendfile | undefined; pool: BufferPool };

/** A part of a file. Closes the file at the end. */
export const fileSource = ({ kernel, pool }: SendOptions, { file, start, end }: Part): ByteSource =>
  kernel?.isSupported() ? kernelSource({ kernel, part: { file, start, end } }) : byteSourceOf(readPieces({ file, start, end, pool }));

/**
 * Sends with `sendfile` as long as the connection accepts bytes. The first bytes, and some bytes whenever the connection is full, are written with
 * `write`: it resolves when everything before it was sent (including the response head and earlier responses), and it reports errors.
 */
const kernelSource = ({ kernel, part: { file, start, end } }: { kernel: Sendfile; part: Part }): ByteSource => {
  const buffer = Buffer.allocUnsafeSlow(Math.min(WRITTEN_AT_ONCE_BYTES, end + 1 - start));
  let connection: PinnedConnection | undefined;
  let isFull = true;
  return {
    send: async ({ into, position, most }) => {
      if (!isFull) {
        if (into.socket) connection ??= kernel.pinConnection(into.socket);
        const wanted = Math.min(most, SENT_AT_ONCE_BYTES);
        const bytes = (await connection?.send({ file, position, most: wanted })) ?? 0;
        isFull = bytes < wanted;
        if (bytes > 0) return { bytes, isConnected: true };
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
