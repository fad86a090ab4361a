import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a client. Returns the seconds to wait if the client is over the limit, otherwise undefined. */
export type CountRequest = (client: string) => Promise<number | undefined>;

type Options = { redis: Redis; max: number; windowSeconds: number };

/**
 * All gateways share one count per client in Redis. Without Redis, each gateway counts by itself: the shop stays available and still has a
 * limit. A client over the limit is remembered in memory until its window ends, so that a flood causes no load on Redis.
 */
export const createRateLimiter = ({ redis, max, windowSeconds }: Options): CountRequest => {
  const window = { points: max, duration: windowSeconds };
  const limiter = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    keyPrefix: 'gateway-limit',
    rejectIfRedisNotReady: true,
    inMemoryBlockOnConsumed: max,
    insuranceLimiter: new RateLimiterMemory({ ...window, keyPrefix: 'gateway-limit' }),
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
