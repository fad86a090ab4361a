import type { PaymentIntent } from '../stripe-types.ts';

/** The fields that Stripe shows to a holder of the client secret. Data of the merchant, such as metadata and charges, is not among them. */
const publicFields = [
  'id',
  'object',
  'amount',
  'canceled_at',
  'cancellation_reason',
  'client_secret',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'receipt_email',
  'status',
] as const satisfies (keyof PaymentIntent)[];

export type PublicPaymentIntent = Pick<PaymentIntent, (typeof publicFields)[number]>;

/** The payment as browsers see it. */
export function publicView(intent: PaymentIntent): PublicPaymentIntent {
  const view = Object.fromEntries(publicFields.map((field) => [field, intent[field]])) as PublicPaymentIntent;
  if (!intent.last_payment_error) return view;
  const { charge: _, ...error } = intent.last_payment_error;
  return { ...view, last_payment_error: error };
}
