import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Span } from '@stagereel/contracts';
import type { SendPermit } from './send-permit.ts';

/**
 * A client that reads nothing for this long counts as disconnected. A full connection accepts bytes again only when a third of its buffers (at most
 * 4 MiB) was sent: with 16 KiB/s, the speed of a throttled mobile line, that takes up to 90 s.
 */
const STALL_MS = 120_000;

type Input = {
  /** The bytes of the range. */
  bytes: Readable;
  range: Span;
  into: ServerResponse;
  permit?: SendPermit | undefined;
};

/**
 * Sends the bytes of a range as the body of a response whose head already has the content length, and ends the response. Resolves with the number of
 * bytes written, even if the client disconnects. Destroys the stream at the end.
 */
export const sendBytes = async ({ bytes, range, into, permit }: Input): Promise<number> => {
  let position = range.start;
  // With pipelining, any number of responses may wait for the same connection to close.
  into.req.socket.setMaxListeners(0);
  into.setTimeout(STALL_MS, () => into.destroy());
  try {
    for await (const piece of bytes) {
      for (let rest: Buffer = piece; rest.length > 0; ) {
        const part = permit ? rest.subarray(0, await permit.from(position)) : rest;
        if (isGone(into)) return position - range.start;
        position += part.length;
        if (!(await write({ into, part }))) return position - range.start;
        rest = rest.subarray(part.length);
      }
    }
    if (position <= range.end) throw new Error('The stored file is shorter than its record says');
  } catch (error) {
    // The head announced more bytes. Only a closed connection tells the client that they will not arrive.
    into.destroy();
    throw error;
  } finally {
    await permit?.close(position);
  }
  into.end();
  return position - range.start;
};

/**
 * Whether the client has disconnected. Checks the request's socket too: a pipelined response has no socket yet and gets no close event.
 */
export const isGone = (into: ServerResponse): boolean => into.destroyed || into.req.socket.destroyed;

/** Resolves when the operating system has the bytes; with false if the client has disconnected, so that some of them may not have been sent. */
const write = ({ into, part }: { into: ServerResponse; part: Buffer }): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = into.req.socket;
    const settle = (isConnected: boolean): void => {
      into.off('close', gone);
      connection.off('close', gone);
      resolve(isConnected);
    };
    const gone = (): void => settle(false);
    into.once('close', gone);
    connection.once('close', gone);
    into.write(part, (error) => settle(!error));
  });
