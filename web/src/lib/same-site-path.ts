/** A placeholder origin: a path belongs to this site when resolving it keeps the origin. */
const SITE = 'http://site.invalid';

const resolve = (path: string): URL | null => {
  try {
    return new URL(path, SITE);
  } catch {
    return null;
  }
};

/**
 * The path when it is a page of this site, else null. The URL parser decides, because it reads `/\host` and `/<tab>/host` as another host,
 * which a pattern might miss. `/..//host` is a page of
 * this site, but the result would be `//host`, which is another host.
 */
export const sameSitePath = (path: unknown): string | null => {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const url = resolve(path);
  return url?.origin === SITE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
};
