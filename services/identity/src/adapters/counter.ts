import { DAY, HOUR, LOCK_SECONDS, LONGEST_COUNT_SECONDS } from '@stagereel/contracts';
import type { Redis } from '@stagereel/service-kit';
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Count, Counter } from '../domain/counter.ts';
import type { IdentityDeps } from '../domain/deps.ts';
import { orUnavailable } from './or-unavailable.ts';

const toCount = (stored: RateLimiterRes | null): Count => ({
  count: stored?.consumedPoints ?? 0,
  expiresInMs: Math.max(stored?.msBeforeNext ?? 0, 0),
});

/** Counts in Redis. A count expires `seconds` after its first increment. The callers have their own limits. */
export const createCounter = ({ redis, name, seconds }: { redis: Redis; name: string; seconds: number }): Counter => {
  const duration = Math.min(seconds, LONGEST_COUNT_SECONDS);
  const counts = new RateLimiterRedis({ storeClient: redis, keyPrefix: `count:${name}`, duration, points: 0 });
  return {
    increment: async (key) => toCount(await orUnavailable(counts.penalty(key))),
    decrement: async (key) => {
      const { consumedPoints } = await orUnavailable(counts.reward(key));
      // A count below 0 would raise the next limit.
      if (consumedPoints < 0) await orUnavailable(counts.penalty(key));
    },
    read: async (key) => toCount(await orUnavailable(counts.get(key))),
    expireIn: async ({ key, seconds: expirySeconds }) => {
      // The library can only set the count together with its expiry, which could undo a concurrent increment.
      await orUnavailable(redis.expire(counts.getKey(key), expirySeconds));
    },
    reset: async (key) => {
      await orUnavailable(counts.delete(key));
    },
  };
};

export const createCounters = ({ redis, codeResendSeconds }: { redis: Redis; codeResendSeconds: number }): IdentityDeps['counters'] => {
  const counter = (name: string, seconds: number): Counter => createCounter({ redis, name, seconds });
  return {
    codesByAddress: counter('codes-by-address', HOUR),
    codesByNetwork: counter('codes-by-network', HOUR),
    // Redis takes whole seconds, and refuses 0.
    linkCooldown: counter('link-pause', Math.max(1, Math.ceil(codeResendSeconds))),
    invitationsByAdmin: counter('invitations-by-admin', HOUR),
    invitationsByAddress: counter('invitations-to-address', HOUR),
    wantedAccounts: counter('wanted-accounts', HOUR),
    authenticatorTries: counter('authenticator-tries', HOUR),
    codeFailures: counter('failed-codes', DAY),
    failuresByAccountAndNetwork: counter('failures-here', LOCK_SECONDS),
    failuresByAccount: counter('failures-of-account', LOCK_SECONDS),
    failuresByKnownDevices: counter('failures-of-known-devices', LOCK_SECONDS),
  };
};
