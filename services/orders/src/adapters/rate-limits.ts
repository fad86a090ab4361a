import { HOUR, MAIL_RESENDS_PER_ORDER_HOUR, MINUTE, NETWORKS_PER_ADDRESS, PAYMENT_QUESTIONS_PER_INTENT } from '@stagereel/contracts';
import { AppError, type Redis } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { MailLimits } from '../domain/handling/handling-ports.ts';
import type { LookupLimits } from '../domain/lookup/lookup-store.ts';
import type { PaymentLimits } from '../domain/payment/payment-provider.ts';

type RateLimiterOptions = { redis: Redis; keyPrefix: string; points: number; seconds: number };

type RateLimiter = {
  /** Counts one; returns the seconds to wait if the limit is exceeded, else null. */
  consume: (key: string) => Promise<number | null>;
  undo: (key: string) => Promise<void>;
};

/** Counts in Redis. While Redis is unavailable each replica counts in memory, because the shop must stay open. */
const createRateLimiter = ({ redis, keyPrefix, points, seconds }: RateLimiterOptions): RateLimiter => {
  const options = { points, duration: seconds, keyPrefix };
  const limiter = new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) });
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key);
        return null;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        return error.msBeforeNext / 1000;
      }
    },
    undo: async (key) => {
      await limiter.reward(key);
    },
  };
};

export const createPaymentLimits = ({ redis, perMinute }: { redis: Redis; perMinute: number }): PaymentLimits => {
  const payments = createRateLimiter({ redis, keyPrefix: 'payments', points: perMinute, seconds: MINUTE });
  const queries = createRateLimiter({
    redis,
    keyPrefix: 'payment-questions',
    points: perMinute * PAYMENT_QUESTIONS_PER_INTENT,
    seconds: MINUTE,
  });

  return {
    countPayment: async (email) => {
      let isCounted = true;
      const undo = async (): Promise<void> => {
        if (!isCounted) return;
        isCounted = false;
        await payments.undo(email);
      };
      const retryAfterSeconds = await payments.consume(email);
      if (retryAfterSeconds === null) return { undo };
      await undo();
      throw new AppError('PaymentsTooMany', { retryAfterSeconds });
    },
    countQuery: queries.consume,
  };
};

type LookupLimitOptions = { redis: Redis; perAddress: number; perNetwork: number };

export const createLookupLimits = ({ redis, perAddress, perNetwork }: LookupLimitOptions): LookupLimits => {
  const networks = createRateLimiter({ redis, keyPrefix: 'lookups-by-network', points: perNetwork, seconds: HOUR });
  const sources = createRateLimiter({ redis, keyPrefix: 'lookups-by-source', points: perAddress, seconds: HOUR });
  const addresses = createRateLimiter({ redis, keyPrefix: 'lookups-by-address', points: perAddress * NETWORKS_PER_ADDRESS, seconds: HOUR });
  return {
    // The network is counted first, and the address for each network, so that a stranger cannot use up the limit of the owner.
    count: async ({ email, network }) => {
      const retryAfterSeconds =
        (await networks.consume(network)) ?? (await sources.consume(`${email}|${network}`)) ?? (await addresses.consume(email));
      if (retryAfterSeconds !== null) throw new AppError('LookupLimitReached', { retryAfterSeconds });
    },
  };
};

export const createMailLimits = ({ redis }: { redis: Redis }): MailLimits => {
  const orders = createRateLimiter({ redis, keyPrefix: 'mails-again', points: MAIL_RESENDS_PER_ORDER_HOUR, seconds: HOUR });
  return {
    countResend: async (orderId) => {
      const retryAfterSeconds = await orders.consume(orderId);
      if (retryAfterSeconds !== null) throw new AppError('MailResendLimitReached', { retryAfterSeconds });
    },
  };
};
