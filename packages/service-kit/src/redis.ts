import { Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

type RedisOptions = { config: { REDIS_URL: string; REDIS_PREFIX: string }; logger: Logger };

/** Opens Redis; every key gets the prefix. A command fails after 3 s, so that a lost Redis refuses instead of hanging. */
export const connectRedis = async ({ config, logger }: RedisOptions): Promise<Redis> => {
  const redis = new Redis(config.REDIS_URL, {
    keyPrefix: config.REDIS_PREFIX,
    lazyConnect: true,
    commandTimeout: 3000,
    maxRetriesPerRequest: 2,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', (err) => logger.error({ err }, 'redis connection error'));
  await redis.connect();
  return redis;
};
