import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

/**
 * Ends requests whose body is not received within `ms`, except on routes with streamed bodies. Node has only one limit for all routes of a server;
 * where it must be long enough for streamed bodies, this limits the other routes.
 */
export const limitRequestTime = ({ server, ms }: { server: AnyServer; ms: number }): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete && !request.routeOptions.config?.isStreamed) {
      const timer = setTimeout(() => {
        if (!reply.sent && !reply.raw.headersSent) reply.send(new AppError('RequestTimeout'));
      }, ms).unref();
      // 'close' is also emitted as soon as the whole request was read.
      request.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};
