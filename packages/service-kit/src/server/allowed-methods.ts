import findMyWay from 'find-my-way';
import type { AnyServer } from './server-types.ts';

/** The methods that the server's routes declare for a URL. */
export type FindAllowedMethods = (url: string) => string[];

/**
 * Fastify has no public way to ask which methods a URL has. So this keeps a second router, which is only used for requests that no route takes. It
 * ignores internal routes, whose existence is not revealed, and routes with `isFallback`, which also match paths that do not exist.
 */
export const collectAllowedMethods = (server: AnyServer): FindAllowedMethods => {
  const router = findMyWay();
  const methods = new Set<findMyWay.HTTPMethod>();
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.guard === 'internal' || config?.isFallback) return;
    for (const each of [method].flat() as findMyWay.HTTPMethod[]) {
      methods.add(each);
      router.on(each, url, () => undefined);
    }
  });
  return (url) => [...methods].filter((method) => router.find(method, url) !== null).sort();
};
