import type { Server } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import { sendFile } from '../files/send-file.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { ASSETS, type WebFiles } from '../files/web-files.ts';

/** No screen of the app is called so; asked for here, they are nothing. */
const NO_SCREENS = ['/api', '/api/*', '/metrics', '/metrics/*'];
/** A link to a download page is a key to it, so it is told to nobody. */
const UNTOLD = /^\/download\//;

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
 * The file a path names; else, for a person who navigates, the app, which knows its screens and has a not-found screen of its own.
 * Screens have no dot in their paths (a contest's slug loses them), so a path with one is a file or nothing.
 */
const fileFor = ({ files, request }: { files: WebFiles; request: FastifyRequest }): StoredFile | undefined => {
  const [path = '/'] = request.url.split('?');
  const known = files.byPath.get(decoded(path));
  if (known) return known;
  const isScreen = !path.startsWith(ASSETS) && !path.includes('.');
  return isScreen && wantsPage(request) ? files.index : undefined;
};

export const registerWebRoutes = ({ server, files }: { server: Server; files: WebFiles }): void => {
  for (const path of NO_SCREENS) server.get(path, OPTIONS, async (_request, reply) => reply.callNotFound());

  server.get('/*', OPTIONS, async (request, reply) => {
    const file = fileFor({ files, request });
    if (!file) return reply.callNotFound();
    if (UNTOLD.test(request.url)) reply.header('referrer-policy', 'no-referrer');
    return sendFile({ request, reply, file });
  });
};
