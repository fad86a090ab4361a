import { AppError } from '@stagereel/service-kit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts a report of a client. @throws AppError TooManyRequests */
export type CountReport = (client: string) => Promise<void>;

/** Of one client and of all, in each gateway: a broken release must not fill the log. */
const PER_CLIENT = { points: 20, duration: 60 };
const OVERALL = { points: 200, duration: 60 };
const ALL = 'all';

export const createReportLimiter = (): CountReport => {
  const ofClient = new RateLimiterMemory(PER_CLIENT);
  const overall = new RateLimiterMemory(OVERALL);
  return async (client) => {
    try {
      await ofClient.consume(client);
      await overall.consume(ALL);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw new AppError('TooManyRequests', { retryAfterSeconds: refusal.msBeforeNext / 1000 });
      throw refusal;
    }
  };
};
