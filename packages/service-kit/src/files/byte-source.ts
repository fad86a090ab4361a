import type { ServerResponse } from 'node:http';
import { type WriteResult, writePiece } from './write-piece.ts';

/** The bytes of a part of a file, in order. */
export type ByteSource = {
  /**
   * Writes up to `most` bytes to the response, starting at `position`, where the last call ended. Writes none only if the client has disconnected.
   * Throws when there are no more bytes.
   */
  send: (part: { into: ServerResponse; position: number; most: number }) => Promise<WriteResult>;
  /** Idempotent. */
  close: () => Promise<void>;
};

/** A source of pieces read elsewhere. Each piece is valid until the next one is requested. */
export const byteSourceOf = (pieces: AsyncIterable<Buffer>): ByteSource => {
  const reader = pieces[Symbol.asyncIterator]();
  // Started at once: a generator that never ran does not run its `finally`, so a file that was passed to it would stay open.
  let first: Promise<IteratorResult<Buffer>> | undefined = reader.next();
  first.catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  return {
    send: async ({ into, most }) => {
      while (rest.length === 0) {
        const next = await (first ?? reader.next());
        first = undefined;
        if (next.done) throw new Error('The source has fewer bytes than its record says');
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
