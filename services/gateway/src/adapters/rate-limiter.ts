import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a client. Calls back with the seconds to wait if the client is over the limit, otherwise with undefined. */
export type CountRequest = (client: string, onCounted: (retryAfterSeconds: number | undefined) => void) => void;

type Options = { redis: Redis; max: number; windowSeconds: number };
/** How many requests a client has sent in its window, and when the window ends. */
type Count = { requests: number; msLeft: number };
/** What the next call counts for a client: the requests that wait for it, and requests to come. */
type Uncounted = { waiting: Parameters<CountRequest>[1][]; reserved: number };
/** What this gateway knows of a client. `reserved` requests to come are counted already. */
type Known = { requests: number; endsAt: number; reserved: number };

/** This share of the limit is counted in advance, until half of the limit is used. With a limit below 100, nothing is. */
const RESERVED_SHARE = 1 / 100;
const RESERVING_SHARE = 1 / 2;

/** Counts the requests of several clients: ARGV is the length of a window, then how many requests each client has sent. */
const COUNT_ALL = `
  local counts = {}
  for i, key in ipairs(KEYS) do
    redis.call('set', key, 0, 'EX', ARGV[1], 'NX')
    counts[2 * i - 1] = redis.call('incrby', key, ARGV[i + 1])
    counts[2 * i] = redis.call('pttl', key)
  end
  return counts`;
const KEY_PREFIX = 'gateway-limit';

const totalOf = ({ waiting, reserved }: Uncounted): number => waiting.length + reserved;

type CountInput = Omit<Options, 'max'> & { clients: ReadonlyMap<string, Uncounted> };

const countInRedis = async ({ redis, windowSeconds, clients }: CountInput): Promise<Count[]> => {
  if (redis.status !== 'ready') throw new Error('Redis is not connected');
  const keys = [...clients.keys()].map((client) => `${KEY_PREFIX}:${client}`);
  const requests = [...clients.values()].map(totalOf);
  const counts = (await redis.eval(COUNT_ALL, keys.length, ...keys, windowSeconds, ...requests)) as number[];
  return keys.map((_key, index) => ({ requests: counts[2 * index] ?? 0, msLeft: counts[2 * index + 1] ?? 0 }));
};

/** What was last known of each client whose window has not ended. */
const createKnownClients = ({ windowSeconds }: Pick<Options, 'windowSeconds'>) => {
  const byClient = new Map<string, Known>();
  let sweepAt = 0;
  return {
    get: (client: string): Known | undefined => {
      const known = byClient.get(client);
      return known && known.endsAt > performance.now() ? known : undefined;
    },
    set: (client: string, known: Known): void => {
      byClient.set(client, known);
      const now = performance.now();
      if (now < sweepAt) return;
      sweepAt = now + windowSeconds * 1000;
      for (const [each, { endsAt }] of byClient) if (endsAt <= now) byClient.delete(each);
    },
  };
};

/**
 * All gateways share one count per client in Redis, and never let more than `max` through. The requests that arrive in one turn of the event loop are
 * counted by one call, and some more in advance, so that most requests need not wait for Redis. What one gateway has counted in advance and not used
 * is missing at the others. A client over the limit causes no load on Redis until its window ends. Without Redis, each gateway counts by itself: the
 * shop stays available and still has a limit.
 */
export const createRateLimiter = ({ redis, max, windowSeconds }: Options): CountRequest => {
  const memory = new RateLimiterMemory({ points: max, duration: windowSeconds });
  const known = createKnownClients({ windowSeconds });
  const atOnce = Math.floor(max * RESERVED_SHARE);
  /** Clients for which a call is counting in advance. */
  const reserving = new Set<string>();
  let next = new Map<string, Uncounted>();

  const countInMemory = (clients: ReadonlyMap<string, Uncounted>): Promise<Count[]> =>
    Promise.all(
      [...clients].map(async ([client, uncounted]) => {
        // Rejects with the same result if the client is over the limit.
        const result = await memory.consume(client, totalOf(uncounted)).catch((refusal: RateLimiterRes) => refusal);
        return { requests: result.consumedPoints, msLeft: result.msBeforeNext };
      }),
    );

  const countNext = async (): Promise<void> => {
    const clients = next;
    next = new Map();
    // Before the call, so that nothing that is reserved is used after the end of its window.
    const now = performance.now();
    const counts = await countInRedis({ redis, windowSeconds, clients }).catch(() => countInMemory(clients));
    for (const [index, [client, { waiting, reserved }]] of [...clients].entries()) {
      const { requests, msLeft } = counts[index] ?? { requests: 0, msLeft: 0 };
      if (reserved > 0) reserving.delete(client);
      const left = max - requests + reserved;
      const usable = Math.min(Math.max(left, 0), reserved);
      known.set(client, { requests, endsAt: now + msLeft, reserved: usable + (known.get(client)?.reserved ?? 0) });
      // The first ones are within the limit, perhaps not all.
      for (const [position, onCounted] of waiting.entries()) onCounted(position < left + waiting.length ? undefined : msLeft / 1000);
    }
  };

  const uncountedOf = (client: string): Uncounted => {
    if (next.size === 0) setImmediate(countNext);
    const uncounted = next.get(client) ?? { waiting: [], reserved: 0 };
    next.set(client, uncounted);
    return uncounted;
  };

  return (client, onCounted) => {
    const state = known.get(client);
    const isDue = (state?.reserved ?? 0) < atOnce / 2 && (state?.requests ?? 0) < max * RESERVING_SHARE;
    if (isDue && !reserving.has(client)) {
      reserving.add(client);
      uncountedOf(client).reserved = atOnce;
    }
    if (state && state.reserved > 0) {
      state.reserved -= 1;
      onCounted(undefined);
    } else if (state && state.requests >= max) onCounted((state.endsAt - performance.now()) / 1000);
    else uncountedOf(client).waiting.push(onCounted);
  };
};
