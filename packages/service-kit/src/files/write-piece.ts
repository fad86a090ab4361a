import type { ServerResponse } from 'node:http';

/** An answer that waits behind another one has no socket yet and hears nothing of its end; its request's is the same one. */
export const isGone = (into: ServerResponse): boolean => into.destroyed || into.req.socket.destroyed;

/** Writes a piece; resolves when it has left this process, so that its memory can be used again. False when the client is gone. */
export const writePiece = ({ into, piece }: { into: ServerResponse; piece: Buffer }): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = into.req.socket;
    const settle = (isWritten: boolean): void => {
      into.off('close', gone);
      connection.off('close', gone);
      resolve(isWritten);
    };
    const gone = (): void => settle(false);
    into.once('close', gone);
    connection.once('close', gone);
    into.write(piece, (error) => settle(!error));
  });
