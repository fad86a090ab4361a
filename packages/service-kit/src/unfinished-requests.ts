import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

export type BodyLimits = {
  /** How long any body may take. */
  graceMs: number;
  /** After the grace period, a body may take one second longer for each time that it brought this many bytes. */
  bytesPerSecond: number;
  /** How long a body may take at most, however fast it is. */
  totalMs: number;
};

/** A paused body is checked again after this time. */
const RECHECK_MS = 1000;

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

type SlowBody = { request: IncomingMessage; limits: BodyLimits; onSlow: () => void };

/**
 * Counts the bytes of the connection, because a `data` listener would start the stream before its reader is there. A body that is paused by its
 * reader is not slow: the client cannot send.
 */
const watchBody = ({ request, limits, onSlow }: SlowBody): void => {
  const { socket } = request;
  const start = { at: performance.now(), bytes: socket.bytesRead };
  const leftMs = (): number => {
    const earnedMs = ((socket.bytesRead - start.bytes) / limits.bytesPerSecond) * 1000;
    return start.at + Math.min(limits.graceMs + earnedMs, limits.totalMs) - performance.now();
  };
  const check = (): void => {
    if (request.complete) return;
    const left = leftMs();
    if (left <= 0 && !request.isPaused()) onSlow();
    else timer = setTimeout(check, left > 0 ? Math.ceil(left) : RECHECK_MS).unref();
  };
  let timer = setTimeout(check, Math.min(limits.graceMs, limits.totalMs)).unref();
  // 'close' is also emitted as soon as the whole request was read.
  request.once('close', () => clearTimeout(timer));
};

const refuseSlowBody = (reply: FastifyReply): void => {
  if (!reply.sent && !reply.raw.headersSent) reply.send(new AppError('RequestTimeout'));
};

/** Responds with 408 to requests whose body arrives too slowly, except on routes with `isStreamed`, which have limits of their own. */
export const limitBodyTime = ({ server, limits }: { server: AnyServer; limits: BodyLimits }): void => {
  server.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    if (announcesBody(request.raw) && !request.routeOptions.config?.isStreamed) {
      watchBody({ request: request.raw, limits, onSlow: () => refuseSlowBody(reply) });
    }
    done();
  });
};

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
