import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

export type RedisConfig = { REDIS_URL: string; REDIS_PREFIX: string };
type RedisOptions = {
  config: RedisConfig;
  logger: Logger;
  /** True where the service continues without Redis: while it is unavailable, also at start, commands fail at once. */
  optional?: boolean;
  /** Timeout of a command, in ms. Longer than the default for a process whose own work can delay responses. */
  commandMs?: number;
};

/** Connects to Redis. Every key gets the prefix. A command fails after 3 s, or 0.5 s where Redis is optional, so that requests do not hang. */
export const connectRedis = async ({
  config,
  logger,
  optional = false,
  commandMs = optional ? 500 : 3000,
}: RedisOptions): Promise<Redis> => {
  const redis = new Redis(config.REDIS_URL, {
    keyPrefix: config.REDIS_PREFIX,
    // The services' users may not send it, and Redis would log each refusal.
    disableClientInfo: true,
    lazyConnect: true,
    commandTimeout: commandMs,
    enableOfflineQueue: !optional,
    maxRetriesPerRequest: 2,
    // disconnect() starts a timer of this length, which keeps the process alive even if the connection was already closed.
    disconnectTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', (err) => logger.error({ err }, 'Redis connection error'));
  await redis.connect().catch((error: unknown) => {
    if (!optional) throw error;
  });
  return redis;
};
