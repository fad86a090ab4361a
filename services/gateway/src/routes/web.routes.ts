import type { Server } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import { type StaticFile, sendStaticFile } from '../static/static-file.ts';
import { ASSETS, type WebFiles } from '../static/web-files.ts';

/** These paths are never screens of the web app: they are not found instead of returning its page. */
const NOT_SCREENS = ['/api', '/api/*', '/metrics', '/metrics/*'];
/** The URL of a download page or of an order's status page is the key to it: it is not sent to other sites as referrer, and never indexed. */
const SECRET_URL = /^\/(download|order-status)\//;
const SECRET_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } as const;

const OPTIONS = { config: { guard: 'public' as const }, schema: { hide: true } };

const wantsPage = ({ headers }: FastifyRequest): boolean => /text\/html|\*\/\*/.test(headers.accept ?? '*/*');

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * The file with this path; otherwise, for a browser that opens a page, the web app, which has a not-found screen of its own. The paths of
 * screens contain no dots (slugs have none), so a path with a dot can only be a file.
 */
const fileFor = ({ files, request }: { files: WebFiles; request: FastifyRequest }): StaticFile | undefined => {
  const [path = '/'] = request.url.split('?');
  const file = files.byPath.get(decoded(path));
  if (file) return file;
  const isScreen = !path.startsWith(ASSETS) && !path.includes('.');
  return isScreen && wantsPage(request) ? files.index : undefined;
};

export const registerWebRoutes = ({ server, files }: { server: Server; files: WebFiles }): void => {
  for (const path of NOT_SCREENS) server.get(path, OPTIONS, async (_request, reply) => reply.callNotFound());

  server.get('/*', OPTIONS, async (request, reply) => {
    const file = fileFor({ files, request });
    if (!file) return reply.callNotFound();
    if (SECRET_URL.test(request.url)) reply.headers(SECRET_HEADERS);
    return sendStaticFile({ request, reply, file });
  });
};
