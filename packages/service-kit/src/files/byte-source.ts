import type { ServerResponse } from 'node:http';
import { writePiece } from './write-piece.ts';

export type Sent = {
  /** How many bytes the connection was given, at least one; of those that it was given when it broke nobody knows how many left. */
  bytes: number;
  /** False when the client is gone. */
  isTaken: boolean;
};

/** Where the bytes of a part of a file come from, in their order. */
export type ByteSource = {
  /** Gives the answer some bytes from `position` on, where the ones before ended, and at most `most` of them. Throws when there are none. */
  send: (part: { into: ServerResponse; position: number; most: number }) => Promise<Sent>;
  close: () => Promise<void>;
};

/** Pieces that were read elsewhere, each valid until the next one is asked for. */
export const sourceOfPieces = (pieces: AsyncIterable<Buffer>): ByteSource => {
  const reader = pieces[Symbol.asyncIterator]();
  // Begun with at once: a generator that never ran has nothing to clean up, and whoever handed it an open file would have it open for good.
  let first: Promise<IteratorResult<Buffer>> | undefined = reader.next();
  first.catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  return {
    send: async ({ into, most }) => {
      while (rest.length === 0) {
        const next = await (first ?? reader.next());
        first = undefined;
        if (next.done) throw new Error('there are fewer bytes than their record says');
        rest = next.value;
      }
      const piece = rest.subarray(0, most);
      rest = rest.subarray(piece.length);
      return { bytes: piece.length, isTaken: await writePiece({ into, piece }) };
    },
    close: async () => {
      await reader.return?.();
    },
  };
};
