import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts one request of a caller. Seconds to wait when it is one too many, undefined when it may pass. */
export type CountRequest = (caller: string) => Promise<number | undefined>;

type Options = { redis: Redis; max: number; windowSeconds: number };

/**
 * One count for all gateways, in Redis. Without Redis each gateway counts for itself: shops stay open, and a flood still meets a limit.
 * A caller over the limit is remembered here until its window ends and costs Redis nothing.
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
  return async (caller) => {
    try {
      await limiter.consume(caller);
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext / 1000;
      throw refusal;
    }
  };
};
