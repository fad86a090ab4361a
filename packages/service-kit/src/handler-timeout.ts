import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

/**
 * Applies a route's `handlerTimeout` to requests with a body, from the moment the body is read. Fastify clears its own timer when the request
 * closes, and Node closes a request as soon as its body is read, so Fastify's timer works only for requests without a body.
 *
 * `defaultMs` is the server's own `handlerTimeout`, 0 for none. A handler continues after its timeout. What it returns then is discarded, because the
 * response was already sent.
 */
export const limitHandlerTime = ({ server, defaultMs }: { server: AnyServer; defaultMs: number }): void => {
  const timedOut = new WeakSet<FastifyRequest>();

  server.addHook('preValidation', (request, reply, done) => {
    const { handlerTimeout = 0 } = request.routeOptions;
    if (handlerTimeout > 0 && request.body !== undefined) {
      const timer = setTimeout(() => {
        if (reply.sent || reply.raw.headersSent) return;
        timedOut.add(request);
        reply.send(new AppError('GatewayTimeout'));
      }, handlerTimeout);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });

  /** Fastify's own timer aborts the request's signal with this error. */
  const hasTimedOut = (request: FastifyRequest): boolean =>
    timedOut.has(request) || (request.signal.reason as { code?: string } | undefined)?.code === 'FST_ERR_HANDLER_TIMEOUT';

  server.addHook('onRoute', (route) => {
    const { handler, handlerTimeout = defaultMs } = route;
    if (handlerTimeout === 0) return;
    route.handler = function (request: FastifyRequest, reply: FastifyReply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      return result.then(
        (payload: unknown) => {
          if (!hasTimedOut(request)) return payload;
          if (payload instanceof Readable) payload.destroy();
          return undefined;
        },
        (err: unknown) => {
          if (!hasTimedOut(request)) throw err;
          request.log.info({ err }, 'Handler failed after its timeout');
        },
      );
    };
  });
};
