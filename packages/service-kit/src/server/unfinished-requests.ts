import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * After a response with `connection: close`, Node would close the connection at once. The system then discards what the client is still sending,
 * and tells it so, perhaps before it has read the response. This closes the connection for writing only.
 */
const closeForWritingOnly = (socket: Socket): void => {
  socket.destroySoon = () => void socket.end();
  // Node calls it during the current event. Later responses on this connection close it as usual.
  process.nextTick(() => Reflect.deleteProperty(socket, 'destroySoon'));
};

/**
 * Closes a connection if the rest of its request has not arrived some time after the response. Until then the rest is read and discarded, so that
 * a client that is still sending receives the response, and can use the connection again.
 */
export const closeUnfinishedRequests = ({ server, afterMs }: { server: AnyServer; afterMs: number }): void => {
  const http: HttpServer = server.server;
  http.prependListener('request', (request, response) => {
    if (!announcesBody(request)) return;
    response.prependOnceListener('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      closeForWritingOnly(socket);
      const timer = setTimeout(() => socket.destroy(), afterMs).unref();
      const clear = () => clearTimeout(timer);
      // A timer keeps the request in memory. 'close' is also emitted as soon as the whole request was read.
      request.once('close', () => {
        if (socket.writableEnded) socket.once('close', clear);
        else clear();
      });
    });
  });
  // Node would respond to an unknown `Expect` header without a `request` event. Ignoring the header is allowed, and treats the body like any other.
  http.on('checkExpectation', (request, response) => http.emit('request', request, response));
  // A request that follows a response with `connection: close`: nobody would receive its response, so it must have no effect.
  server.addHook('onRequest', (request, _reply, done) => {
    done(request.raw.socket?.writableEnded ? new AppError('BadRequest') : undefined);
  });
};
