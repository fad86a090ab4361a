import type { ServerResponse } from 'node:http';

/** The result of writing bytes to a client's connection. */
export type WriteResult = {
  /** Number of bytes written. If the connection broke, some of them may not have been sent. */
  bytes: number;
  /** False if the client has disconnected. */
  isConnected: boolean;
};

/**
 * Whether the client has disconnected. Checks the request's socket too: a pipelined response has no socket yet and gets no close event.
 */
export const isGone = (into: ServerResponse): boolean => into.destroyed || into.req.socket.destroyed;

/** Writes a piece. Resolves when the operating system has it, so that the buffer can be reused. */
export const writePiece = ({ into, piece }: { into: ServerResponse; piece: Buffer }): Promise<WriteResult> =>
  new Promise((resolve) => {
    // A closed connection emits no further close event, so a pipelined response would wait for ever.
    if (isGone(into)) return resolve({ bytes: 0, isConnected: false });
    const connection = into.req.socket;
    const settle = (isConnected: boolean): void => {
      into.off('close', gone);
      connection.off('close', gone);
      resolve({ bytes: piece.length, isConnected });
    };
    const gone = (): void => settle(false);
    into.once('close', gone);
    connection.once('close', gone);
    into.write(piece, (error) => settle(!error));
  });
