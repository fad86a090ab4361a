import type { ServerResponse } from 'node:http';

/** A reader that takes nothing for so long has gone without a word. */
const STALL_MS = 60_000;

/**
 * Writes pieces to an answer, each only after the one before has left this process, so that its memory can be used again. Resolves with
 * the number of bytes that left, also when the client goes in the middle. Ends the answer.
 */
export const sendPieces = async ({ pieces, into }: { pieces: AsyncIterable<Buffer>; into: ServerResponse }): Promise<number> => {
  let sent = 0;
  // As many answers wait for the end of one connection as its client asked for without reading any.
  into.req.socket.setMaxListeners(0);
  into.setTimeout(STALL_MS, () => into.destroy());
  try {
    for await (const piece of pieces) {
      if (isGone(into) || !(await written(into, piece))) return sent;
      sent += piece.length;
    }
  } catch (error) {
    // The head has promised more: only a cut connection says that it is not coming.
    into.destroy();
    throw error;
  }
  into.end();
  return sent;
};

/** An answer that waits behind another one has no socket yet and hears nothing of its end; its request's is the same one. */
const isGone = (into: ServerResponse): boolean => into.destroyed || into.req.socket.destroyed;

/** False when the client is gone. */
const written = (into: ServerResponse, piece: Buffer): Promise<boolean> =>
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
