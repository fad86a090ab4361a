import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

/**
 * Holds handlers to their route's `handlerTimeout` from the moment the body is read. Fastify's own timer is taken down when the request
 * closes, and in Node a request with a body closes as soon as that is read: the timer ends calls without a body alone.
 */
export const limitHandlerTime = (server: AnyServer): void => {
  server.addHook('preValidation', (request, reply, done) => {
    const { handlerTimeout = 0 } = request.routeOptions;
    if (handlerTimeout > 0 && request.body !== undefined) {
      const timer = setTimeout(() => {
        if (!reply.sent && !reply.raw.headersSent) reply.send(new AppError('GatewayTimeout'));
      }, handlerTimeout);
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};
