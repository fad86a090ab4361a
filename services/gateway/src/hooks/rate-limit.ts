import { AppError, type Server } from '@stagereel/service-kit';
import type { CountRequest } from '../adapters/rate-limiter.ts';
import { CHUNK_ROUTE } from '../routes/route-table.ts';
import { callerKey } from './caller-key.ts';

/** The bytes of media come and go in many requests, and an operator's check must not be refused for the noise of others. */
const EXEMPT: ReadonlySet<string | undefined> = new Set([
  '/media/*',
  CHUNK_ROUTE,
  '/api/download/files/*',
  '/api/download/previews/*',
  '/api/admin/finished-videos/*',
  '/healthz',
  '/readyz',
]);

export const registerRateLimit = ({ server, count }: { server: Server; count: CountRequest }): void => {
  server.addHook('onRequest', async (request) => {
    if (EXEMPT.has(request.routeOptions.url)) return;
    const retryAfterSeconds = await count(callerKey(request.ip));
    if (retryAfterSeconds !== undefined) throw new AppError('TooManyRequests', { retryAfterSeconds });
  });
};
