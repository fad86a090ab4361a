import type { Redis } from '@stagereel/service-kit';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Count, Counter } from '../domain/counter.ts';
import { orUnavailable } from './or-unavailable.ts';

type Stored = { consumedPoints: number; msBeforeNext: number };
const toCount = ({ consumedPoints, msBeforeNext }: Stored): Count => ({ count: consumedPoints, endsInMs: Math.max(msBeforeNext, 0) });

type CounterOptions = { redis: Redis; name: string; seconds: number };

/** Counts in Redis, over all replicas; a count starts with its first addition and ends after `seconds`. */
export const createCounter = ({ redis, name, seconds }: CounterOptions): Counter => {
  // The limiter's own threshold is not used: whoever counts knows how many are too many.
  const store = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `count:${name}`,
    points: Number.MAX_SAFE_INTEGER,
    duration: seconds,
  });
  return {
    add: async (key) => toCount(await orUnavailable(store.penalty(key))),
    takeBack: async (key) => {
      await orUnavailable(store.reward(key));
    },
    read: async (key) => {
      const stored = await orUnavailable(store.get(key));
      return stored ? toCount(stored) : { count: 0, endsInMs: 0 };
    },
    hold: async ({ key, seconds: holdSeconds }) => {
      await orUnavailable(redis.expire(store.getKey(key), holdSeconds));
    },
    clear: async (key) => {
      await orUnavailable(store.delete(key));
    },
  };
};
