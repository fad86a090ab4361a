import fastifyStatic from '@fastify/static';
import { AppError, type Server } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import { findScreen } from '../pages/find-screen.ts';
import type { Pages } from '../pages/pages.ts';
import { sendStaticFile } from '../static/static-file.ts';
import { ASSETS, type WebFiles } from '../static/web-files.ts';

/** These paths are never screens of the web app: they are not found instead of returning its page. */
const NOT_SCREENS = ['/api', '/api/*', '/metrics', '/metrics/*'];

const OPTIONS = { config: { guard: 'public' as const }, schema: { hide: true } };
const FALLBACK = { ...OPTIONS, config: { ...OPTIONS.config, isFallback: true as const } };

const wantsPage = ({ headers }: FastifyRequest): boolean => /text\/html|\*\/\*/.test(headers.accept ?? '*/*');

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** The paths of screens contain no dots (slugs have none), so a path with a dot can only be a file. */
const isScreen = (path: string): boolean => !path.startsWith(ASSETS) && !path.includes('.');

const READING = ['GET', 'HEAD'];

/** Names under /assets/ contain a hash of the content; other files can change under the same name. */
const cacheControlOf = (path: string): string => (path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');

type WebOptions = { server: Server; files: Pick<WebFiles, 'root' | 'paths'>; pages: Pages };

/** The files of the web app; otherwise, for a browser that opens a page, the page of the screen or of the not-found screen. */
export const registerWebRoutes = ({ server, files, pages }: WebOptions): void => {
  // The web build writes the compressed copies.
  server.register(fastifyStatic, { root: files.root, serve: false, preCompressed: true, cacheControl: false });

  for (const path of NOT_SCREENS) server.get(path, FALLBACK, async (_request, reply) => reply.callNotFound());

  server.get('/robots.txt', OPTIONS, (request, reply) => sendStaticFile({ request, reply, file: pages.robots }));
  server.get('/sitemap.xml', OPTIONS, async (request, reply) => {
    const file = await pages.sitemap();
    if (!file) throw new AppError('ServiceUnavailable');
    return sendStaticFile({ request, reply, file });
  });

  // Pages and files can only be read.
  server.route({
    ...FALLBACK,
    method: server.supportedMethods.filter((method) => !READING.includes(method)),
    url: '/*',
    handler: async (request, reply) => {
      const path = decoded(pathOf(request));
      if (!files.paths.has(path) && !findScreen(path)) return reply.callNotFound();
      reply.header('allow', READING.join(', '));
      throw new AppError('MethodNotAllowed');
    },
  });

  server.get('/*', FALLBACK, async (request, reply) => {
    const path = pathOf(request);
    const name = decoded(path);
    if (files.paths.has(name)) return reply.header('cache-control', cacheControlOf(name)).sendFile(name);
    if (!isScreen(path) || !wantsPage(request)) return reply.callNotFound();
    return sendStaticFile({ request, reply, file: await pages.pageAt(name) });
  });
};
