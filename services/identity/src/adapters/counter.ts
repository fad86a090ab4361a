import { DAY, HOUR, LOCK_SECONDS, LONGEST_COUNT_SECONDS } from '@stagereel/contracts';
import type { Redis } from '@stagereel/service-kit';
import type { Count, Counter, CounterBatch, CountKey } from '../domain/counter.ts';
import type { IdentityDeps } from '../domain/deps.ts';
import { orUnavailable } from './or-unavailable.ts';

const READ = `
  local counts = {}
  for i, key in ipairs(KEYS) do
    counts[i] = { tonumber(redis.call('get', key)) or 0, redis.call('pttl', key) }
  end
  return counts`;

/** ARGV: of each key, how many seconds the count lasts, and its maximum. */
const INCREMENT = `
  local counts = {}
  for i, key in ipairs(KEYS) do
    local seconds = ARGV[2 * i - 1]
    redis.call('set', key, 0, 'EX', seconds, 'NX')
    local count = redis.call('incrby', key, 1)
    local ttl = redis.call('pttl', key)
    if ttl == -1 then
      redis.call('expire', key, seconds)
      ttl = 1000 * seconds
    end
    counts[i] = { count, ttl }
    if count > tonumber(ARGV[2 * i]) then break end
  end
  return counts`;

/** ARGV: how many of the keys are decremented; the others are deleted. Never below 0: a negative count would raise the next limit. */
const LOWER = `
  for i, key in ipairs(KEYS) do
    if i > tonumber(ARGV[1]) then
      redis.call('del', key)
    elseif (tonumber(redis.call('get', key)) or 0) > 0 then
      redis.call('decr', key)
    end
  end`;

type StoredCounts = [count: number, ttlMs: number][];
/** `values`: the number of keys, the keys, and the arguments. */
type Script<Result> = (...values: (string | number)[]) => Promise<Result>;
type Scripts = { readCounts: Script<StoredCounts>; incrementCounts: Script<StoredCounts>; lowerCounts: Script<null> };

const KEY_PREFIX = 'count';
const keyOf = ({ counter: { name }, key }: CountKey): string => `${KEY_PREFIX}:${name}:${key}`;
const toCounts = (stored: StoredCounts): Count[] => stored.map(([count, ttlMs]) => ({ count, expiresInMs: Math.max(ttlMs, 0) }));

/**
 * Scripts of our own, because rate-limiter-flexible counts one key per command: a guest's code would need twelve commands instead of four.
 */
export const createCounterBatch = (redis: Redis): CounterBatch => {
  redis.defineCommand('readCounts', { lua: READ });
  redis.defineCommand('incrementCounts', { lua: INCREMENT });
  redis.defineCommand('lowerCounts', { lua: LOWER });
  const scripts = redis as Redis & Scripts;
  return {
    read: async (keys) => toCounts(await orUnavailable(scripts.readCounts(keys.length, ...keys.map(keyOf)))),
    increment: async (limits) => {
      const values = limits.flatMap(({ counter, max }) => [counter.seconds, max]);
      return toCounts(await orUnavailable(scripts.incrementCounts(limits.length, ...limits.map(keyOf), ...values)));
    },
    lower: async ({ decrement = [], reset = [] }) => {
      const keys = [...decrement, ...reset].map(keyOf);
      await orUnavailable(scripts.lowerCounts(keys.length, ...keys, decrement.length));
    },
  };
};

/** The count of a call for one key, which returns exactly one. */
const firstCount = async (counts: Promise<Count[]>): Promise<Count> => (await counts)[0] as Count;

type CounterOptions = { redis: Redis; counterBatch: CounterBatch; name: string; seconds: number };

/** Counts in Redis. A count expires `seconds` after its first increment. */
export const createCounter = ({ redis, counterBatch, name, seconds }: CounterOptions): Counter => {
  const counter: Counter = {
    name,
    seconds: Math.min(seconds, LONGEST_COUNT_SECONDS),
    // The callers have their own limits.
    increment: (key) => firstCount(counterBatch.increment([{ counter, key, max: Number.MAX_SAFE_INTEGER }])),
    decrement: (key) => counterBatch.lower({ decrement: [{ counter, key }] }),
    read: (key) => firstCount(counterBatch.read([{ counter, key }])),
    expireIn: async ({ key, seconds: expirySeconds }) => {
      await orUnavailable(redis.expire(keyOf({ counter, key }), expirySeconds));
    },
    reset: (key) => counterBatch.lower({ reset: [{ counter, key }] }),
  };
  return counter;
};

type CountersOptions = { redis: Redis; counterBatch: CounterBatch; codeResendSeconds: number };

export const createCounters = ({ codeResendSeconds, ...options }: CountersOptions): IdentityDeps['counters'] => {
  const counter = (name: string, seconds: number): Counter => createCounter({ ...options, name, seconds });
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
