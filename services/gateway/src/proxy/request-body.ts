import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ClientDisconnected } from './upstream.ts';

/**
 * A request's body as a separate stream. If a service responds before it has read the whole body, only this stream is destroyed: the client's
 * connection stays open for the response, and the rest of the body is read and discarded. Buffers at most one chunk. Nothing is read before the
 * stream is read, so if no connection to the service could be opened, another stream can be made.
 */
export const detachedBody = (request: IncomingMessage): Readable => {
  const begin = (): void => {
    if (request.destroyed) {
      body.destroy(new ClientDisconnected());
      return;
    }
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
  };
  let isBegun = false;
  const body = new Readable({
    read: () => {
      if (!isBegun) begin();
      isBegun = true;
      request.resume();
    },
  });
  // The client is not slow while the gateway waits for a connection.
  request.pause();
  return body;
};
