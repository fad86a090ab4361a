import type { ServerResponse } from 'node:http';

export type Sent = {
  /** How many bytes the connection was given; of those that it was given when it broke nobody knows how many left. */
  bytes: number;
  /** False when the client is gone. */
  isTaken: boolean;
};

/** An answer that waits behind another one has no socket yet and hears nothing of its end; its request's is the same one. */
export const isGone = (into: ServerResponse): boolean => into.destroyed || into.req.socket.destroyed;

/** Writes a piece; resolves when it has left this process, so that its memory can be used again. */
export const writePiece = ({ into, piece }: { into: ServerResponse; piece: Buffer }): Promise<Sent> =>
  new Promise((resolve) => {
    // A connection that is closed says so no more, and what waits there behind another answer would wait for good.
    if (isGone(into)) return resolve({ bytes: 0, isTaken: false });
    const connection = into.req.socket;
    const settle = (isTaken: boolean): void => {
      into.off('close', gone);
      connection.off('close', gone);
      resolve({ bytes: piece.length, isTaken });
    };
    const gone = (): void => settle(false);
    into.once('close', gone);
    connection.once('close', gone);
    into.write(piece, (error) => settle(!error));
  });
