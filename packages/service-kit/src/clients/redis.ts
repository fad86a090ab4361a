import { Redis, type RedisOptions } from 'ioredis';
import { withTimeout } from '../retry.ts';
import type { Logger } from '../telemetry/logger.ts';
import { redisAddress } from './redis-address.ts';

export type { Redis } from 'ioredis';

export type RedisConfig = { REDIS_URL: string; NAMESPACE: string };
export const keyPrefix = ({ NAMESPACE }: Pick<RedisConfig, 'NAMESPACE'>): string => `${NAMESPACE}:`;

type ConnectOptions = {
  config: RedisConfig;
  logger: Logger;
  /** True where the service continues without Redis: while it is unavailable, also at start, commands fail at once. */
  optional?: boolean;
  /** Timeout of a command, in ms. Shorter than the default where requests of visitors wait for a Redis that they can do without. */
  commandMs?: number;
};

/** How long a start waits for Redis. */
const CONNECT_MS = 8000;

/**
 * Connects to Redis. Every key gets the prefix. A command fails after 3 s, so that requests do not hang. Not earlier: on a busy machine, a session
 * check would be refused although Redis is available.
 */
export const connectRedis = async ({ config, logger, optional = false, commandMs = 3000 }: ConnectOptions): Promise<Redis> => {
  const address = redisAddress(config.REDIS_URL);
  const options: RedisOptions = {
    keyPrefix: keyPrefix(config),
    // The services' users may not send it, and Redis would log each refusal.
    disableClientInfo: true,
    lazyConnect: true,
    commandTimeout: commandMs,
    enableOfflineQueue: !optional,
    maxRetriesPerRequest: 2,
    // disconnect() starts a timer of this length, which keeps the process alive even if the connection was already closed.
    disconnectTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    sentinelRetryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    // The server has become a replica. A new connection reaches the primary, if the address follows it, and there the command is repeated.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  };
  const redis = typeof address === 'string' ? new Redis(address, options) : new Redis({ ...options, ...address });
  redis.on('error', (err) => logger.error({ err }, 'Redis connection error'));
  // Without an answer of any Sentinel, ioredis would ask them for ever.
  await withTimeout(redis.connect(), CONNECT_MS).catch((error: unknown) => {
    if (optional) return;
    redis.disconnect();
    throw error;
  });
  return redis;
};
