import type { Server } from '@stagereel/service-kit';
import type { HTTPMethods } from 'fastify';
import type { Forward } from '../proxy/forward.ts';
import type { ServeStored } from '../proxy/serve-stored.ts';
import { routeTable, urlsOf } from './route-table.ts';

const API_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FILE_METHODS: HTTPMethods[] = ['GET', 'HEAD'];

/** Bodies stream to the service that reads them; the gateway parses none. */
const passBodiesThrough = (server: Server): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

export const registerApiRoutes = ({
  server,
  forward,
  serveStored,
}: {
  server: Server;
  forward: Forward;
  serveStored: ServeStored;
}): void => {
  passBodiesThrough(server);
  for (const route of routeTable) {
    const { to: service, isFiles, answerMs } = route;
    const method = isFiles ? FILE_METHODS : API_METHODS;
    for (const url of urlsOf(route)) {
      server.route({
        method,
        url,
        config: { guard: 'public' },
        schema: { hide: true },
        handler: async (request, reply) => {
          if (isFiles) await serveStored({ request, reply });
          else await forward({ service, request, reply, ...(answerMs !== undefined && { answerMs }) });
        },
      });
    }
  }
};
