import type { Server } from '@stagereel/service-kit';
import type { HTTPMethods } from 'fastify';
import type { Forward } from '../proxy/forward.ts';
import type { ServeStoredFile } from '../stored-files/serve-stored-file.ts';
import { routeTable, urlsOf } from './route-table.ts';

const API_METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const FILE_METHODS: HTTPMethods[] = ['GET', 'HEAD'];

/** Bodies are streamed to the services without being parsed. */
const disableBodyParsing = (server: Server): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

type ApiOptions = { server: Server; forward: Forward; serveStoredFile: ServeStoredFile };

/** Every route of the route table. */
export const registerApiRoutes = ({ server, forward, serveStoredFile }: ApiOptions): void => {
  disableBodyParsing(server);
  for (const route of routeTable) {
    const { to: service, isFiles, responseTimeoutMs } = route;
    const method = isFiles ? FILE_METHODS : API_METHODS;
    for (const url of urlsOf(route)) {
      server.route({
        method,
        url,
        config: { guard: 'public' },
        schema: { hide: true },
        handler: async (request, reply) => {
          if (isFiles) await serveStoredFile({ request, reply });
          else await forward({ service, request, reply, ...(responseTimeoutMs !== undefined && { responseTimeoutMs }) });
        },
      });
    }
  }
};
