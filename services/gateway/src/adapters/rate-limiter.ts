import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a client. Resolves with the seconds to wait if the client is over the limit, otherwise with undefined. */
export type CountRequest = (client: string) => Promise<number | undefined>;

type Options = { redis: Redis; max: number; windowSeconds: number };

/**
 * All gateways share one count per client in Redis. A client over the limit causes no load on Redis until its window ends. Without Redis, each gateway
 * counts by itself: the shop stays available and still has a limit.
 */
export const createRateLimiter = ({ redis, max, windowSeconds }: Options): CountRequest => {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'gateway-limit',
    points: max,
    duration: windowSeconds,
    inMemoryBlockOnConsumed: max + 1,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points: max, duration: windowSeconds }),
  });
  return async (client) => {
    try {
      await limiter.consume(client);
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext / 1000;
      throw refusal;
    }
  };
};
