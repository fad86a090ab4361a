import { AppError, healthUrls, type Server } from '@stagereel/service-kit';
import type { CountRequest } from '../adapters/rate-limiter.ts';
import { CHUNK_ROUTE, routeTable, urlsOf } from '../routes/route-table.ts';
import { callerKey } from './caller-key.ts';

/** The bytes of media come and go in many requests, and an operator's check must not be refused for the noise of others. */
const exempt: ReadonlySet<string | undefined> = new Set([
  ...routeTable.filter(({ path, isFiles }) => isFiles || path === CHUNK_ROUTE).flatMap(urlsOf),
  ...healthUrls,
]);

export const registerRateLimit = ({ server, count }: { server: Server; count: CountRequest }): void => {
  server.addHook('onRequest', async (request) => {
    if (exempt.has(request.routeOptions.url)) return;
    const retryAfterSeconds = await count(callerKey(request.ip));
    if (retryAfterSeconds !== undefined) throw new AppError('TooManyRequests', { retryAfterSeconds });
  });
};
