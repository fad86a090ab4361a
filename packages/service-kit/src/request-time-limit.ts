import { AppError } from './errors.ts';
import type { AnyServer } from './server-types.ts';

/**
 * Ends requests that take longer than `ms` to come in, except on routes that stream their bodies. Node has one such limit for all routes of a
 * server; where it has to make way for the streams, this holds the others.
 */
export const limitRequestTime = ({ server, ms }: { server: AnyServer; ms: number }): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.raw.complete && !request.routeOptions.config?.isStreamed) {
      const timer = setTimeout(() => {
        if (!reply.sent && !reply.raw.headersSent) reply.send(new AppError('RequestTimeout'));
      }, ms).unref();
      // Closed as soon as all of it was read, too.
      request.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};
