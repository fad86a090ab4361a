import { MINUTE, PAYMENT_QUESTIONS_PER_INTENT } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import type { PaymentLimits } from '../domain/ports.ts';
import { createRateLimiter } from './rate-limiter.ts';

export const createPaymentLimits = ({ redis, perMinute }: { redis: Redis; perMinute: number }): PaymentLimits => {
  const payments = createRateLimiter({ redis, keyPrefix: 'payments', points: perMinute, seconds: MINUTE });
  const questions = createRateLimiter({
    redis,
    keyPrefix: 'payment-questions',
    points: perMinute * PAYMENT_QUESTIONS_PER_INTENT,
    seconds: MINUTE,
  });

  return {
    take: async (email) => {
      let isTaken = true;
      const giveBack = async (): Promise<void> => {
        if (!isTaken) return;
        isTaken = false;
        await payments.giveBack(email);
      };
      const retryAfterSeconds = await payments.take(email);
      if (retryAfterSeconds === null) return { giveBack };
      await giveBack();
      throw new AppError('PaymentsTooMany', { retryAfterSeconds });
    },
    ask: questions.take,
  };
};
