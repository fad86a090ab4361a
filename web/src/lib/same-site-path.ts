/** Stands for any origin: a path is of this site when it stays within whatever it is resolved against. */
const SITE = 'http://site.invalid';

const resolve = (path: string): URL | null => {
  try {
    return new URL(path, SITE);
  } catch {
    return null;
  }
};

/**
 * The path when it leads to a page of this site, else null. The browser's own parser decides: it reads `/\host` and `/<tab>/host`
 * as another host, where a pattern might not.
 */
export const sameSitePath = (path: unknown): string | null => {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const url = resolve(path);
  return url?.origin === SITE ? `${url.pathname}${url.search}${url.hash}` : null;
};
