import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ClientDisconnected } from './upstream.ts';

/**
 * A request's body as a separate stream. If a service responds before it has read the whole body, only this stream is destroyed: the client's
 * connection stays open for the response, and the rest of the body is read and discarded. Buffers at most one chunk. Nothing is read before the
 * stream is read, so if no connection to the service could be opened, another stream can be made.
 */
const detachedBody = (request: IncomingMessage): Readable => {
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

/**
 * Node buffers at least this much of a body before anybody reads it, without pausing the client. So reading it whole takes no more memory. Almost
 * every JSON body is smaller.
 */
const SMALL_BODY_BYTES = 16 * 1024;

const readWhole = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (request.destroyed) return reject(new ClientDisconnected());
    // Usually the body has arrived together with the headers.
    const whole: Buffer | null = request.complete ? request.read() : null;
    if (whole) return resolve(whole);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => {
      if (!request.readableEnded) reject(new ClientDisconnected());
    });
  });

/**
 * The body of a request for each attempt to send it. A small one is read whole and then sent together with the headers, which takes less CPU
 * time than a stream. A larger one, one without a length, and one of a route with `isStreamed` is streamed.
 * @throws ClientDisconnected
 */
export const bodyOf = async ({ raw, routeOptions }: FastifyRequest): Promise<() => Buffer | Readable> => {
  const isSmall = Number(raw.headers['content-length']) <= SMALL_BODY_BYTES;
  if (!isSmall || routeOptions.config.isStreamed) return () => detachedBody(raw);
  const whole = await readWhole(raw);
  return () => whole;
};
