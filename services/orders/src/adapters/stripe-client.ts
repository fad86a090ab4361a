import { AppError } from '@stagereel/service-kit';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import Stripe from 'stripe';

/** Metadata keys of payments. */
export const ORDER_NUMBER = 'order_number';
export const ORDER_ID = 'order_id';
/** Metadata keys of refunds. */
export const LINE_NUMBER = 'line_number';
export const ATTEMPT = 'attempt';

/** A call with all its retries ends within the 10 s that a request may take. */
const TIMEOUT_MS = 2000;
/** The SDK retries under the same idempotency key. It also retries a 409, which means that the first attempt is still running. */
const RETRIES = 2;

/** Connects to Stripe, or to the simulator at `apiUrl`. */
export const connectStripe = ({ secretKey, apiUrl }: { secretKey: string; apiUrl: string | undefined }): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const protocol = url?.protocol === 'http:' ? 'http' : 'https';
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port || (protocol === 'http' ? 80 : 443), protocol }),
  });
};

const FAILURES_BEFORE_BREAK = 5;
const BREAK_MS = 3000;

/** An error of the connection or of Stripe itself. A refused call says nothing about the next one. */
const isOutage = (error: Error): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** Runs a call to Stripe. @throws AppError PaymentUnavailable if the call fails */
export type CallStripe = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Calls share a circuit breaker: during an outage they fail immediately instead of each waiting for its timeout. */
export const createStripeCalls = (): CallStripe => {
  const breaker = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: BREAK_MS, breaker: new ConsecutiveBreaker(FAILURES_BEFORE_BREAK) });
  return async (call) => {
    try {
      return await breaker.execute(call);
    } catch (cause) {
      const isBroken = cause instanceof BrokenCircuitError;
      throw new AppError('PaymentUnavailable', { cause, ...(isBroken && { retryAfterSeconds: BREAK_MS / 1000 }) });
    }
  };
};
