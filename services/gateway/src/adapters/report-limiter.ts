import { AppError } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Of one client and of all, in each gateway: a broken release must not fill the log. */
const PER_CLIENT = { points: 20, duration: 60 };
const OVERALL = { points: 200, duration: 60 };
const ALL = 'all';

/** Returns the function that counts a report of a client. It throws AppError TooManyRequests. */
export const createReportLimiter = () => {
  const ofClient = new RateLimiterMemory(PER_CLIENT);
  const overall = new RateLimiterMemory(OVERALL);
  return async (client: string): Promise<void> => {
    try {
      await ofClient.consume(client);
      await overall.consume(ALL);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new AppError('TooManyRequests', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
      throw refusal;
    }
  };
};
