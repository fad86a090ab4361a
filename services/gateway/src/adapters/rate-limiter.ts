import type { Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a request of a client. Calls back with the seconds to wait if the client is over the limit, otherwise with undefined. */
export type CountRequest = (client: string, onCounted: (retryAfterSeconds: number | undefined) => void) => void;

type Options = { redis: Redis; max: number; windowSeconds: number };
/** How many requests a client has sent in its window, and when the window ends. */
type Count = { requests: number; msLeft: number };
type Waiting = Map<string, Parameters<CountRequest>[1][]>;

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

const countInRedis = async ({ redis, windowSeconds, waiting }: Omit<Options, 'max'> & { waiting: Waiting }): Promise<Count[]> => {
  if (redis.status !== 'ready') throw new Error('Redis is not connected');
  const keys = [...waiting.keys()].map((client) => `${KEY_PREFIX}:${client}`);
  const requests = [...waiting.values()].map(({ length }) => length);
  const counts = (await redis.eval(COUNT_ALL, keys.length, ...keys, windowSeconds, ...requests)) as number[];
  return keys.map((_key, index) => ({ requests: counts[2 * index] ?? 0, msLeft: counts[2 * index + 1] ?? 0 }));
};

/** Clients that are over the limit, until their window ends, so that a flood causes no load on Redis. */
const createBlocked = () => {
  const untilByClient = new Map<string, number>();
  return {
    add: (client: string, ms: number): void => {
      untilByClient.set(client, performance.now() + ms);
      setTimeout(() => untilByClient.delete(client), ms).unref();
    },
    secondsLeft: (client: string): number | undefined => {
      if (untilByClient.size === 0) return undefined;
      const until = untilByClient.get(client);
      return until === undefined || until <= performance.now() ? undefined : (until - performance.now()) / 1000;
    },
  };
};

/**
 * All gateways share one count per client in Redis. The requests that arrive in one turn of the event loop are counted by one call. Without Redis, each
 * gateway counts by itself: the shop stays available and still has a limit.
 */
export const createRateLimiter = ({ redis, max, windowSeconds }: Options): CountRequest => {
  const memory = new RateLimiterMemory({ points: max, duration: windowSeconds });
  const blocked = createBlocked();
  let waiting: Waiting = new Map();

  const countInMemory = (all: Waiting): Promise<Count[]> =>
    Promise.all(
      [...all].map(async ([client, { length }]) => {
        // Rejects with the same result if the client is over the limit.
        const { consumedPoints, msBeforeNext } = await memory.consume(client, length).catch((refusal: RateLimiterRes) => refusal);
        return { requests: consumedPoints, msLeft: msBeforeNext };
      }),
    );

  const countWaiting = async (): Promise<void> => {
    const counted = waiting;
    waiting = new Map();
    const counts = await countInRedis({ redis, windowSeconds, waiting: counted }).catch(() => countInMemory(counted));
    for (const [index, [client, callbacks]] of [...counted].entries()) {
      const { requests, msLeft } = counts[index] ?? { requests: 0, msLeft: 0 };
      if (requests >= max) blocked.add(client, msLeft);
      // The first ones are within the limit, perhaps not all.
      const allowed = max - (requests - callbacks.length);
      for (const [position, onCounted] of callbacks.entries()) onCounted(position < allowed ? undefined : msLeft / 1000);
    }
  };

  return (client, onCounted) => {
    const secondsLeft = blocked.secondsLeft(client);
    if (secondsLeft !== undefined) return onCounted(secondsLeft);
    if (waiting.size === 0) setImmediate(countWaiting);
    const callbacks = waiting.get(client);
    if (callbacks) callbacks.push(onCounted);
    else waiting.set(client, [onCounted]);
  };
};
