import { MINUTE } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { PaymentLimits } from '../domain/ports.ts';

/** Counts in Redis; while Redis is away each replica counts for itself, because a lost counter must not close the shop. */
export const createPaymentLimits = ({ redis, perMinute }: { redis: Redis; perMinute: number }): PaymentLimits => {
  const window = { points: perMinute, duration: MINUTE, keyPrefix: 'payments' };
  const limiter = new RateLimiterRedis({ ...window, storeClient: redis, insuranceLimiter: new RateLimiterMemory(window) });

  return {
    take: async (email) => {
      let isTaken = true;
      const giveBack = async (): Promise<void> => {
        if (!isTaken) return;
        isTaken = false;
        await limiter.reward(email);
      };
      try {
        await limiter.consume(email);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        await giveBack();
        throw new AppError('PaymentsTooMany', { retryAfterSeconds: error.msBeforeNext / 1000 });
      }
      return { giveBack };
    },
  };
};
