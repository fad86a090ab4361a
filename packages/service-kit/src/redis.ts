import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

type RedisOptions = {
  config: { REDIS_URL: string; REDIS_PREFIX: string };
  logger: Logger;
  /** For a caller that goes on without Redis: while it is away, at boot too, commands fail at once instead of waiting for it. */
  optional?: boolean;
  /** How long a command may take, in ms; more than the default for a process whose own work can hold answers up. */
  commandMs?: number;
};

/** Opens Redis; every key gets the prefix. A command fails after 3 s, where it is optional after 0.5 s, so that a lost Redis refuses instead of hanging. */
export const connectRedis = async ({
  config,
  logger,
  optional = false,
  commandMs = optional ? 500 : 3000,
}: RedisOptions): Promise<Redis> => {
  const redis = new Redis(config.REDIS_URL, {
    keyPrefix: config.REDIS_PREFIX,
    lazyConnect: true,
    commandTimeout: commandMs,
    enableOfflineQueue: !optional,
    maxRetriesPerRequest: 2,
    // After disconnect() a timer of this length keeps the process up even when the connection was gone already.
    disconnectTimeout: 250,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', (err) => logger.error({ err }, 'redis connection error'));
  await redis.connect().catch((error: unknown) => {
    if (!optional) throw error;
  });
  return redis;
};
