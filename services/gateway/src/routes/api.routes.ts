import type { Server } from '@stagereel/service-kit';
import type { Forward } from '../proxy/forward.ts';
import { type ReadPublic, sendPublicAnswer } from '../public-reads/public-answers.ts';
import { isPublicRead } from '../public-reads/public-read.ts';
import type { StoredFiles } from '../stored-files/stored-files.ts';
import { CHUNK_ROUTE, routeTable, urlsOf } from './route-table.ts';

const FILE_METHODS = ['GET', 'HEAD'];

/** Bodies are forwarded to the services without being parsed. */
const disableBodyParsing = (server: Server): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

type ApiOptions = { server: Server; forward: Forward; readPublic: ReadPublic; storedFiles: StoredFiles };

/** Every route of the route table. */
export const registerApiRoutes = ({ server, forward, readPublic, storedFiles }: ApiOptions): void => {
  disableBodyParsing(server);
  for (const route of routeTable) {
    const { path, to: service, isFiles, responseTimeoutMs } = route;
    // Services know the methods of their URLs, and respond to all others with 405.
    const method = isFiles ? FILE_METHODS : server.supportedMethods;
    for (const url of urlsOf(route)) {
      server.route({
        method,
        url,
        config: { guard: 'public', ...(path === CHUNK_ROUTE && { isStreamed: true }) },
        schema: { hide: true },
        handler: async (request, reply) => {
          if (isPublicRead(request)) {
            return sendPublicAnswer({ answer: await readPublic({ service, url: request.url, request }), request, reply });
          }
          if (isFiles) await storedFiles.serve({ request, reply });
          else await forward({ service, request, reply, ...(responseTimeoutMs !== undefined && { responseTimeoutMs }) });
        },
      });
    }
  }
};
