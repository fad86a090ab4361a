import Stripe from 'stripe';
import type { PaymentProvider } from '../domain/ports.ts';
import { createStripeCalls } from './stripe-calls.ts';
import { ORDER_ID, ORDER_NUMBER, toProviderPayment } from './stripe-mapping.ts';
import { createStripeRefunds } from './stripe-refunds.ts';

/** With its repeats a call ends before the ten seconds that a request may take. */
const TIMEOUT_MS = 2000;
/** The SDK repeats a call under the same idempotency key, also a 409 of a twin still at work. */
const RETRIES = 2;

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

/** https://docs.stripe.com/error-codes#payment-intent-unexpected-state */
const isPastCancelling = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

const secretOf = (intent: Stripe.PaymentIntent): { intentId: string; clientSecret: string } => {
  if (intent.client_secret === null) throw new Error(`${intent.id} came without its client secret`);
  return { intentId: intent.id, clientSecret: intent.client_secret };
};

export const createStripePayments = (stripe: Stripe): PaymentProvider => {
  const ask = createStripeCalls();
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
    ...createStripeRefunds({ stripe, ask }),
  };
};
