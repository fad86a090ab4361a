import { AppError } from '@stagereel/service-kit';
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import Stripe from 'stripe';
import type { PaymentProvider } from '../domain/ports.ts';
import { ORDER_ID, ORDER_NUMBER, toProviderPayment } from './stripe-mapping.ts';

/** With its repeats a call ends before the ten seconds that a request may take. */
const TIMEOUT_MS = 2000;
/** The SDK repeats a call under the same idempotency key, also a 409 of a twin still at work. */
const RETRIES = 2;
const OUTAGES_BEFORE_BREAK = 5;
const BREAK_MS = 3000;

type StripeOptions = { secretKey: string; apiUrl: string | undefined };

/** The SDK; `apiUrl` names a stand-in for Stripe. */
export const connectStripe = ({ secretKey, apiUrl }: StripeOptions): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const isPlain = url?.protocol === 'http:';
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port || (isPlain ? 80 : 443), protocol: isPlain ? ('http' as const) : ('https' as const) }),
  });
};

/** Stripe does not answer, or not sensibly; a refusal of one call says nothing about the next. */
const isOutage = (error: Error): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** https://docs.stripe.com/error-codes#payment-intent-unexpected-state */
const isPastCancelling = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

const secretOf = (intent: Stripe.PaymentIntent): { intentId: string; clientSecret: string } => {
  if (intent.client_secret === null) throw new Error(`${intent.id} came without its client secret`);
  return { intentId: intent.id, clientSecret: intent.client_secret };
};

/** Stripe behind a breaker: while it is down, callers hear so at once instead of each waiting for the time-out. */
export const createStripePayments = (stripe: Stripe): PaymentProvider => {
  const breaker = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: BREAK_MS, breaker: new ConsecutiveBreaker(OUTAGES_BEFORE_BREAK) });

  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await breaker.execute(call);
    } catch (cause) {
      const isBroken = cause instanceof BrokenCircuitError;
      throw new AppError('PaymentUnavailable', { cause, ...(isBroken && { retryAfterSeconds: BREAK_MS / 1000 }) });
    }
  };
  const retrieve: PaymentProvider['retrieve'] = (intentId) =>
    ask(async () => toProviderPayment(await stripe.paymentIntents.retrieve(intentId)));

  return {
    create: ({ id, number, total }) =>
      ask(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: total,
            currency: 'jpy',
            allowed_payment_method_types: ['card'],
            description: `StageReel ${number}`,
            metadata: { [ORDER_NUMBER]: number, [ORDER_ID]: id },
          },
          { idempotencyKey: `order-${id}` },
        );
        return secretOf(intent);
      }),
    reopen: (intentId) => ask(async () => secretOf(await stripe.paymentIntents.retrieve(intentId))),
    retrieve,
    cancel: async (intentId) => {
      const cancelled = await ask(async () => {
        try {
          return toProviderPayment(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (isPastCancelling(error)) return null;
          throw error;
        }
      });
      return cancelled ?? retrieve(intentId);
    },
  };
};
