import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

/**
 * Applies a route's `handlerTimeout`, or `defaultMs` where it has none (0: no limit), from the moment its handler is called, which is after the body
 * was received. Fastify's own timer starts before, so that a slow body would count as a slow handler; and it ends when the body was read.
 *
 * A handler continues after its timeout. What it returns then is discarded, because the response was already sent.
 */
export const limitHandlerTime = ({ server, defaultMs }: { server: AnyServer; defaultMs: number }): void => {
  server.addHook('onRoute', (route) => {
    const { handler, handlerTimeout = defaultMs } = route;
    // Without it, Fastify starts no timer of its own.
    delete route.handlerTimeout;
    if (handlerTimeout === 0) return;
    route.handler = function (request: FastifyRequest, reply: FastifyReply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      let hasTimedOut = false;
      const timer = setTimeout(() => {
        if (reply.sent || reply.raw.headersSent) return;
        hasTimedOut = true;
        reply.send(new AppError('GatewayTimeout'));
        // A handler that sends its response itself does so too late, which Fastify would log as a mistake.
        reply.send = (payload?: unknown) => {
          if (payload instanceof Readable) payload.destroy();
          return reply;
        };
      }, handlerTimeout);
      reply.raw.once('close', () => clearTimeout(timer));
      return result.then(
        (payload: unknown) => {
          if (!hasTimedOut) return payload;
          if (payload instanceof Readable) payload.destroy();
          return undefined;
        },
        (err: unknown) => {
          if (!hasTimedOut) throw err;
          request.log.info({ err }, 'Handler failed after its timeout');
        },
      );
    };
  });
};
