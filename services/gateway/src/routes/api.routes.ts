import type { Server } from '@stagereel/service-kit';
import type { HTTPMethods } from 'fastify';
import type { Forward } from '../proxy/forward.ts';
import { routeTable } from './route-table.ts';

const API_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FILE_METHODS: HTTPMethods[] = ['GET', 'HEAD'];

/** Bodies stream to the service that reads them; the gateway parses none. */
const passBodiesThrough = (server: Server): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

export const registerApiRoutes = ({ server, forward }: { server: Server; forward: Forward }): void => {
  passBodiesThrough(server);
  for (const { path, to: service, exact } of routeTable) {
    const method = path.startsWith('/api/') ? API_METHODS : FILE_METHODS;
    for (const url of exact ? [path] : [path, `${path}/*`]) {
      server.route({
        method,
        url,
        config: { guard: 'public' },
        schema: { hide: true },
        handler: (request, reply) => forward({ service, request, reply }),
      });
    }
  }
};
