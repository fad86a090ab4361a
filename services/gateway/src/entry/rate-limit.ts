import { AppError, healthUrls, networkOf, type Server } from '@stagereel/service-kit';
import type { CountRequest } from '../adapters/rate-limiter.ts';
import { CHUNK_ROUTE, routeTable, urlsOf } from '../routes/route-table.ts';

/** Stored files and upload chunks need many requests each, and health checks must work while other clients are limited. */
const unlimitedUrls: ReadonlySet<string | undefined> = new Set([
  ...routeTable.filter(({ path, isFiles }) => isFiles || path === CHUNK_ROUTE).flatMap(urlsOf),
  ...healthUrls,
]);

/** The client that a request is counted for. A connection that is already closed has no address. */
export const clientKey = (address: string | undefined): string => (address === undefined ? 'gone' : networkOf(address));

export const registerRateLimit = ({ server, count }: { server: Server; count: CountRequest }): void => {
  server.addHook('onRequest', async (request) => {
    if (unlimitedUrls.has(request.routeOptions.url)) return;
    const retryAfterSeconds = await count(clientKey(request.ip));
    if (retryAfterSeconds !== undefined) throw new AppError('TooManyRequests', { retryAfterSeconds });
  });
};
