import { AppError } from '@stagereel/service-kit';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import Stripe from 'stripe';

const OUTAGES_BEFORE_BREAK = 5;
const BREAK_MS = 3000;

/** Asks Stripe; throws AppError PaymentUnavailable when it gives no answer. */
export type AskStripe = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Stripe does not answer, or not sensibly; a refusal of one call says nothing about the next. */
const isOutage = (error: Error): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** Calls behind one breaker: while Stripe is down, callers hear so at once instead of each waiting for the time-out. */
export const createStripeCalls = (): AskStripe => {
  const breaker = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: BREAK_MS, breaker: new ConsecutiveBreaker(OUTAGES_BEFORE_BREAK) });
  return async (call) => {
    try {
      return await breaker.execute(call);
    } catch (cause) {
      const isBroken = cause instanceof BrokenCircuitError;
      throw new AppError('PaymentUnavailable', { cause, ...(isBroken && { retryAfterSeconds: BREAK_MS / 1000 }) });
    }
  };
};
