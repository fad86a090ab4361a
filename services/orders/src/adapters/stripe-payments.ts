import Stripe from 'stripe';
import type { PaymentProvider, PaymentSecret, ProviderPayment } from '../domain/payment/payment-provider.ts';
import { createStripeCalls, ORDER_ID, ORDER_NUMBER } from './stripe-client.ts';
import { createStripeRefunds } from './stripe-refunds.ts';

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const statuses: Record<Stripe.PaymentIntent.Status, ProviderPayment['status']> = {
  requires_payment_method: 'unpaid',
  requires_confirmation: 'unpaid',
  requires_action: 'unclear',
  processing: 'unclear',
  requires_capture: 'unclear',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

export const toProviderPayment = (intent: Stripe.PaymentIntent): ProviderPayment => ({
  intentId: intent.id,
  orderId: intent.metadata[ORDER_ID] ?? null,
  status: statuses[intent.status] ?? 'unclear',
  amountReceived: intent.amount_received,
  currency: intent.currency,
});

const toPaymentSecret = (intent: Stripe.PaymentIntent): PaymentSecret => {
  if (intent.client_secret === null) throw new Error(`Payment intent ${intent.id} has no client secret`);
  return { intentId: intent.id, clientSecret: intent.client_secret };
};

/** The payment has succeeded or is cancelled: https://docs.stripe.com/error-codes#payment-intent-unexpected-state */
const isNotCancellable = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';

export const createStripePayments = (stripe: Stripe): PaymentProvider => {
  const callStripe = createStripeCalls();
  const retrieve: PaymentProvider['retrieve'] = (intentId) =>
    callStripe(async () => toProviderPayment(await stripe.paymentIntents.retrieve(intentId)));

  return {
    create: ({ id, number, total }) =>
      callStripe(async () => {
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
        return toPaymentSecret(intent);
      }),
    getSecret: (intentId) => callStripe(async () => toPaymentSecret(await stripe.paymentIntents.retrieve(intentId))),
    retrieve,
    cancel: async (intentId) => {
      const cancelled = await callStripe(async () => {
        try {
          return toProviderPayment(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (isNotCancellable(error)) return null;
          throw error;
        }
      });
      return cancelled ?? retrieve(intentId);
    },
    ...createStripeRefunds({ stripe, callStripe }),
  };
};
