import type { PaymentIntent } from '../stripe-types.ts';

/** What Stripe shows of a payment to a holder of its client secret: nothing of the merchant's own, such as metadata and charges. */
const publicFields = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'excluded_payment_method_types',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof PaymentIntent)[];

export type PublicPaymentIntent = Pick<PaymentIntent, (typeof publicFields)[number]>;

/** The payment as a browser may see it. */
export function publicView(intent: PaymentIntent): PublicPaymentIntent {
  const view = Object.fromEntries(publicFields.map((field) => [field, intent[field]])) as PublicPaymentIntent;
  if (!intent.last_payment_error) return view;
  const { charge: _, ...error } = intent.last_payment_error;
  return { ...view, last_payment_error: error };
}
