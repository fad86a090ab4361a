import { AppError, type Server } from '@stagereel/service-kit';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
/** The page itself, and what a person did in the browser's own surface. A sister domain is a stranger as well. */
const OWN_SITES: readonly string[] = ['same-origin', 'none'];

type Facts = { method: string; site: string | undefined; origin: string | undefined; host: string };

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** `host` without the port that its scheme implies, as `Origin` leaves it out. */
const bareHost = (host: string): string => host.toLowerCase().replace(/:(?:80|443)$/, '');

/** True for a request that changes something and that another site's page made the browser send. Who is no browser sends neither header. */
export const isCrossSite = ({ method, site, origin, host }: Facts): boolean => {
  if (SAFE_METHODS.includes(method)) return false;
  if (site !== undefined) return !OWN_SITES.includes(site);
  if (origin !== undefined) return hostOf(origin) !== bareHost(host);
  return false;
};

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header.join() : header);

export const registerOriginRule = (server: Server): void => {
  server.addHook('onRequest', async ({ method, headers, host }) => {
    if (isCrossSite({ method, site: single(headers['sec-fetch-site']), origin: headers.origin, host }))
      throw new AppError('CrossSiteRequest');
  });
};
