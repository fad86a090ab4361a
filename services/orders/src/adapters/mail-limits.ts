import { HOUR, MAIL_RESENDS_PER_ORDER_HOUR } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import type { MailLimits } from '../domain/ports.ts';
import { createRateLimiter } from './rate-limiter.ts';

export const createMailLimits = ({ redis }: { redis: Redis }): MailLimits => {
  const orders = createRateLimiter({ redis, keyPrefix: 'mails-again', points: MAIL_RESENDS_PER_ORDER_HOUR, seconds: HOUR });
  return {
    take: async (orderId) => {
      const retryAfterSeconds = await orders.take(orderId);
      if (retryAfterSeconds !== null) throw new AppError('MailResendLimitReached', { retryAfterSeconds });
    },
  };
};
