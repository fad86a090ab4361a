import { HOUR } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import type { LookupLimits } from '../domain/ports.ts';
import { createRateLimiter } from './rate-limiter.ts';

type Options = { redis: Redis; perAddress: number; perNetwork: number };

export const createLookupLimits = ({ redis, perAddress, perNetwork }: Options): LookupLimits => {
  const networks = createRateLimiter({ redis, keyPrefix: 'lookups-by-network', points: perNetwork, seconds: HOUR });
  const addresses = createRateLimiter({ redis, keyPrefix: 'lookups-by-address', points: perAddress, seconds: HOUR });
  return {
    // The network first: whoever has used up its share takes nothing from anybody's address.
    take: async ({ email, network }) => {
      const retryAfterSeconds = (await networks.take(network)) ?? (await addresses.take(email));
      if (retryAfterSeconds !== null) throw new AppError('LookupLimitReached', { retryAfterSeconds });
    },
  };
};
