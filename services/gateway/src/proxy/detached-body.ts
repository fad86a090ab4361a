import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ClientGone } from './client-gone.ts';

/**
 * A request's body as a stream of its own. Ending that early, as happens when a service answers before it has read all, leaves the
 * client's connection open for the answer; what still comes in is read and dropped. Holds at most one buffer's worth at a time.
 */
export const detachedBody = (request: IncomingMessage): Readable => {
  const body = new Readable({
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
