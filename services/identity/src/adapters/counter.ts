import { DAY, HOUR, LOCK_SECONDS, LONGEST_COUNT_SECONDS } from '@stagereel/contracts';
import type { Redis } from '@stagereel/service-kit';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Count, Counter } from '../domain/counter.ts';
import type { IdentityDeps } from '../domain/deps.ts';
import { orUnavailable } from './or-unavailable.ts';

type Stored = { consumedPoints: number; msBeforeNext: number };
const toCount = ({ consumedPoints, msBeforeNext }: Stored): Count => ({
  count: consumedPoints,
  expiresInMs: Math.max(msBeforeNext, 0),
});

/** Never below 0: the count may have expired since it was incremented, and a negative one would raise the next limit. */
const DECREMENT = "if (tonumber(redis.call('get', KEYS[1])) or 0) > 0 then redis.call('decr', KEYS[1]) end";

/** One command instead of the transaction of four that the limiter sends. */
const READ = "return { tonumber(redis.call('get', KEYS[1])) or 0, redis.call('pttl', KEYS[1]) }";
type ReadCount = { readCount: (key: string) => Promise<[count: number, ttlMs: number]> };

type CounterOptions = { redis: Redis; name: string; seconds: number };

/** Counts in Redis. A count expires `seconds` after its first increment. */
export const createCounter = ({ redis, name, seconds }: CounterOptions): Counter => {
  const store = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `count:${name}`,
    // The callers have their own limits.
    points: Number.MAX_SAFE_INTEGER,
    duration: Math.min(seconds, LONGEST_COUNT_SECONDS),
  });
  redis.defineCommand('readCount', { numberOfKeys: 1, lua: READ });
  const reader = redis as Redis & ReadCount;
  return {
    increment: async (key) => toCount(await orUnavailable(store.penalty(key))),
    decrement: async (key) => {
      await orUnavailable(redis.eval(DECREMENT, 1, store.getKey(key)));
    },
    read: async (key) => {
      const [consumedPoints, msBeforeNext] = await orUnavailable(reader.readCount(store.getKey(key)));
      return toCount({ consumedPoints, msBeforeNext });
    },
    expireIn: async ({ key, seconds: expirySeconds }) => {
      await orUnavailable(redis.expire(store.getKey(key), expirySeconds));
    },
    reset: async (key) => {
      await orUnavailable(store.delete(key));
    },
  };
};

type CountersOptions = { redis: Redis; codeResendSeconds: number };

export const createCounters = ({ redis, codeResendSeconds }: CountersOptions): IdentityDeps['counters'] => ({
  codesByAddress: createCounter({ redis, name: 'codes-by-address', seconds: HOUR }),
  codesByNetwork: createCounter({ redis, name: 'codes-by-network', seconds: HOUR }),
  // The limiter takes whole seconds, and 0 would mean that the count never expires.
  linkCooldown: createCounter({ redis, name: 'link-pause', seconds: Math.max(1, Math.ceil(codeResendSeconds)) }),
  invitationsByAdmin: createCounter({ redis, name: 'invitations-by-admin', seconds: HOUR }),
  invitationsByAddress: createCounter({ redis, name: 'invitations-to-address', seconds: HOUR }),
  authenticatorTries: createCounter({ redis, name: 'authenticator-tries', seconds: HOUR }),
  codeFailures: createCounter({ redis, name: 'failed-codes', seconds: DAY }),
  failuresByAccountAndNetwork: createCounter({ redis, name: 'failures-here', seconds: LOCK_SECONDS }),
  failuresByAccount: createCounter({ redis, name: 'failures-of-account', seconds: LOCK_SECONDS }),
  failuresByDevice: createCounter({ redis, name: 'failures-of-device', seconds: LOCK_SECONDS }),
});
