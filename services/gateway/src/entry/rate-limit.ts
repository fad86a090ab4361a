import { AppError, LIVE_URL, networkOf, type Server } from '@stagereel/service-kit';
import type { CountRequest } from '../adapters/rate-limiter.ts';
import { CHUNK_ROUTE, routeTable, urlsOf } from '../routes/route-table.ts';

type Urls = ReadonlySet<string | undefined>;

/** Upload chunks need many requests each. /healthz costs as little as a refusal; /readyz costs more and is counted. */
const unlimitedUrls: Urls = new Set([CHUNK_ROUTE, LIVE_URL]);
/** A page can have hundreds of pictures, and a video is requested in many ranges. Only requests for files that do not exist are counted. */
const fileUrls: Urls = new Set(routeTable.filter(({ isFiles }) => isFiles).flatMap(urlsOf));

/** The client that a request is counted for. A connection that is already closed has no address. */
export const clientKey = (address: string | undefined): string => (address === undefined ? 'gone' : networkOf(address));

/** Clients that have requested too many files that do not exist, until their window ends. */
const createRefusals = () => {
  const untilByClient = new Map<string, number>();
  return {
    add: ({ client, seconds }: { client: string; seconds: number }): void => {
      untilByClient.set(client, performance.now() + seconds * 1000);
      setTimeout(() => untilByClient.delete(client), seconds * 1000).unref();
    },
    secondsLeft: (client: string): number | undefined => {
      const until = untilByClient.get(client);
      return until === undefined ? undefined : (until - performance.now()) / 1000;
    },
  };
};

/** Without 429: a client over the limit was counted already. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

export const registerRateLimit = ({ server, count }: { server: Server; count: CountRequest }): void => {
  const fileRefusals = createRefusals();

  server.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (unlimitedUrls.has(url)) return;
    const client = clientKey(request.ip);
    const retryAfterSeconds = fileUrls.has(url) ? fileRefusals.secondsLeft(client) : await count(client);
    if (retryAfterSeconds === undefined) return;
    // Also refuses what this connection has sent behind it: with pipelining, a client could keep the gateway busy with refusals alone.
    reply.header('connection', 'close');
    throw new AppError('TooManyRequests', { retryAfterSeconds });
  });

  // Whether a file exists is known only from the response.
  server.addHook('onResponse', async (request, { statusCode }) => {
    if (!fileUrls.has(request.routeOptions.url) || !isRefusal(statusCode)) return;
    const client = clientKey(request.ip);
    const seconds = await count(client);
    if (seconds !== undefined) fileRefusals.add({ client, seconds });
  });
};
