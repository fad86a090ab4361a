import type { ServerResponse } from 'node:http';
import type { Span } from '@stagereel/contracts';
import type { ByteSource } from './byte-source.ts';
import type { SendPermit } from './send-permit.ts';
import { isGone } from './write-piece.ts';

/**
 * A client that reads nothing for this long counts as disconnected. A full connection accepts bytes again only when a third of its buffers (at most
 * 4 MiB) was sent: with 16 KiB/s, the speed of a throttled mobile line, that takes up to 90 s.
 */
const STALL_MS = 120_000;

type Input = { source: ByteSource; range: Span; into: ServerResponse; permit?: SendPermit };

/**
 * Sends the bytes of a range as the body of a response whose head already has the content length, and ends the response. Resolves with the number of
 * bytes sent, even if the client disconnects. Closes the source.
 */
export const sendBytes = async ({ source, range, into, permit }: Input): Promise<number> => {
  let position = range.start;
  let sent = 0;
  // With pipelining, any number of responses may wait for the same connection to close.
  into.req.socket.setMaxListeners(0);
  into.once('timeout', () => into.destroy());
  try {
    while (position <= range.end) {
      const most = permit ? await permit.from(position) : range.end + 1 - position;
      if (isGone(into)) return sent;
      // Restarted for each piece, because bytes sent by `sendfile` do not count as activity for Node.
      into.setTimeout(STALL_MS);
      const { bytes, isConnected } = await source.send({ into, position, most });
      position += bytes;
      if (!isConnected) return sent;
      sent += bytes;
    }
  } catch (error) {
    // The head announced more bytes. Only a closed connection tells the client that they will not arrive.
    into.destroy();
    throw error;
  } finally {
    await source.close().finally(() => permit?.close(position));
  }
  into.end();
  return sent;
};
