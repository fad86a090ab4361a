import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

type LimiterOptions = { redis: Redis; keyPrefix: string; points: number; seconds: number };

export type RateLimiter = {
  /** Counts one; seconds to wait when it is one too many, else null. */
  take: (key: string) => Promise<number | null>;
  giveBack: (key: string) => Promise<void>;
};

/** Counts in Redis; while Redis is away each replica counts for itself, because a lost counter must not close the shop. */
export const createRateLimiter = ({ redis, keyPrefix, points, seconds }: LimiterOptions): RateLimiter => {
  const window = { points, duration: seconds, keyPrefix };
  const limiter = new RateLimiterRedis({ ...window, storeClient: redis, insuranceLimiter: new RateLimiterMemory(window) });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
        return null;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext / 1000;
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key);
    },
  };
};
