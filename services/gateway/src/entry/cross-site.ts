import { AppError, type Server } from '@stagereel/service-kit';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
/** The shop's own pages, and requests that the user started outside any page. Other subdomains (`same-site`) are not trusted. */
const TRUSTED_SITES: readonly string[] = ['same-origin', 'none'];

/** `site` is the `Sec-Fetch-Site` header. */
type RequestOrigin = { method: string; site: string | undefined; origin: string | undefined; host: string };

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** `Origin` omits the default port of its scheme, so the host is compared without it. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');

/**
 * True if a page of another site made the browser send a request that changes data (CSRF). Clients other than browsers send neither
 * `Sec-Fetch-Site` nor `Origin` and are allowed.
 */
export const isCrossSite = ({ method, site, origin, host }: RequestOrigin): boolean => {
  if (SAFE_METHODS.includes(method)) return false;
  if (site !== undefined) return !TRUSTED_SITES.includes(site);
  if (origin !== undefined) return hostOf(origin) !== withoutDefaultPort(host);
  return false;
};

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header.join() : header);

export const registerCrossSiteCheck = (server: Server): void => {
  server.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    if (SAFE_METHODS.includes(method)) return done();
    const origin = { method, site: single(headers['sec-fetch-site']), origin: headers.origin, host: request.host };
    if (!isCrossSite(origin)) return done();
    reply.refusal = { reason: 'cross-site request' };
    done(new AppError('CrossSiteRequest'));
  });
};
