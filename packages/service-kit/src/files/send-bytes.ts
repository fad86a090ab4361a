import type { ServerResponse } from 'node:http';
import type { Span } from '@stagereel/contracts';
import type { Allowance } from './allowance.ts';
import type { ByteSource } from './byte-source.ts';
import { isGone } from './write-piece.ts';

/** A reader that takes nothing for so long has gone without a word. */
const STALL_MS = 60_000;

type Input = { source: ByteSource; range: Span; into: ServerResponse; allowance?: Allowance };

/**
 * Sends the bytes of a range into an answer whose head says how many they are, and ends it. Resolves with how many left, also when the client
 * goes in the middle. Closes the source.
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
