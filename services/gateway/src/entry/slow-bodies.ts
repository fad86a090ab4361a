import type { IncomingMessage } from 'node:http';
import { AppError, announcesBody, type Server } from '@stagereel/service-kit';

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

/** Responds with 408 to requests whose body arrives too slowly, except on routes with `isStreamed`: media limits the chunks of uploads itself. */
export const refuseSlowBodies = ({ server, limits }: { server: Server; limits: BodyLimits }): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (announcesBody(request.raw) && !request.routeOptions.config?.isStreamed) {
      const onSlow = (): void => {
        if (!reply.sent && !reply.raw.headersSent) reply.send(new AppError('RequestTimeout'));
      };
      watchBody({ request: request.raw, limits, onSlow });
    }
    done();
  });
};
