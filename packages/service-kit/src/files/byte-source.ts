import type { ServerResponse } from 'node:http';
import { type Sent, writePiece } from './write-piece.ts';

/** Where the bytes of a part of a file come from, in their order. */
export type ByteSource = {
  /**
   * Gives the answer some bytes from `position` on, where the ones before ended, and at most `most` of them: none only if the client is gone.
   * Throws when there are no more.
   */
  send: (part: { into: ServerResponse; position: number; most: number }) => Promise<Sent>;
  /** May be said again. */
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
      return writePiece({ into, piece });
    },
    close: async () => {
      await reader.return?.();
    },
  };
};
