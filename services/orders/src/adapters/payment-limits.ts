import { MINUTE, PAYMENT_QUESTIONS_PER_INTENT } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { PaymentLimits } from '../domain/ports.ts';

/** Counts in Redis; while Redis is away each replica counts for itself, because a lost counter must not close the shop. */
export const createPaymentLimits = ({ redis, perMinute }: { redis: Redis; perMinute: number }): PaymentLimits => {
  const limiterOf = ({ points, keyPrefix }: { points: number; keyPrefix: string }): RateLimiterRedis => {
    const window = { points, duration: MINUTE, keyPrefix };
    return new RateLimiterRedis({ ...window, storeClient: redis, insuranceLimiter: new RateLimiterMemory(window) });
  };
  const limiter = limiterOf({ points: perMinute, keyPrefix: 'payments' });
  const questions = limiterOf({ points: perMinute * PAYMENT_QUESTIONS_PER_INTENT, keyPrefix: 'payment-questions' });

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
    ask: async (email) => {
      try {
        await questions.consume(email);
        return null;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext / 1000;
      }
    },
  };
};
