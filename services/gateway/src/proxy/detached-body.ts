import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ClientGone } from './client-gone.ts';

/** With less, a fast client's connection is stopped and started again for every piece that it brings. */
const HELD_BYTES = 256 * 1024;

/**
 * A request's body as a stream of its own. Ending that early, as happens when a service answers before it has read all, leaves the
 * client's connection open for the answer; what still comes in is read and dropped. Holds about as much as is said above, however slow its reader is.
 */
export const detachedBody = (request: IncomingMessage): Readable => {
  const body = new Readable({
    highWaterMark: HELD_BYTES,
    read: () => {
      request.resume();
    },
  });
  request.on('data', (chunk: Buffer) => {
    if (!body.destroyed && !body.push(chunk)) request.pause();
  });
  request.once('end', () => {
    if (!body.destroyed) body.push(null);
  });
  request.once('close', () => {
    if (!request.complete) body.destroy(new ClientGone());
  });
  body.once('close', () => request.resume());
  return body;
};
