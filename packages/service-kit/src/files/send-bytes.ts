import type { ServerResponse } from 'node:http';
import type { Span } from '@stagereel/contracts';
import type { Allowance } from './allowance.ts';
import type { ByteSource } from './byte-source.ts';
import { isGone } from './write-piece.ts';

/**
 * A reader that makes no room for so long has gone without a word. A full connection has room again only when a third of its buffers has left,
 * which are 4 MiB at most: a line of 16 KiB a second, as those of mobile customers whose volume is used up, takes up to 90 seconds for that.
 */
const STALL_MS = 120_000;

type Input = { source: ByteSource; range: Span; into: ServerResponse; allowance?: Allowance };

/**
 * Sends the bytes of a range into an answer that has a body, and a head that says how many they are; ends it. Resolves with how many left, also
 * when the client goes in the middle. Closes the source.
 */
export const sendBytes = async ({ source, range, into, allowance }: Input): Promise<number> => {
  let position = range.start;
  let left = 0;
  // As many answers wait for the end of one connection as its client asked for without reading any.
  into.req.socket.setMaxListeners(0);
  into.once('timeout', () => into.destroy());
  try {
    while (position <= range.end) {
      const most = allowance ? await allowance.from(position) : range.end + 1 - position;
      if (isGone(into)) return left;
      // Anew with each piece: what the system sends by itself does not count as activity.
      into.setTimeout(STALL_MS);
      const { bytes, isTaken } = await source.send({ into, position, most });
      position += bytes;
      if (!isTaken) return left;
      left += bytes;
    }
  } catch (error) {
    // The head has promised more: only a cut connection says that it is not coming.
    into.destroy();
    throw error;
  } finally {
    await source.close().finally(() => allowance?.close(position));
  }
  into.end();
  return left;
};
