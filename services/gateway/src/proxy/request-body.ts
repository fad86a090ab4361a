import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ClientDisconnected } from './upstream.ts';

/**
 * A request's body as a separate stream. If a service responds before it has read the whole body, only this stream is destroyed: the client's
 * connection stays open for the response, and the rest of the body is read and discarded. Buffers at most one chunk.
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
    if (!request.complete) body.destroy(new ClientDisconnected());
  });
  body.once('close', () => request.resume());
  return body;
};
