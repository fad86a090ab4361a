import type { Stripe } from 'stripe';

type Reference = string | null;

/**
 * The fields of Stripe's objects that the shop and its tests use. References are ids, which only a response with `expand` replaces by objects.
 */
export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'allowed_payment_method_types'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'cancellation_reason'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'payment_method_types'
  | 'receipt_email'
  | 'status'
> & { last_payment_error: LastPaymentError | null; latest_charge: Reference; payment_method: Reference };
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_method'
  | 'refunded'
  | 'status'
> & {
  billing_details: PaymentMethod['billing_details'];
  outcome: Pick<Stripe.Charge.Outcome, 'network_status' | 'reason' | 'type'>;
  payment_intent: Reference;
  payment_method_details: { type: 'card'; card: PaymentMethod['card'] & { three_d_secure: { result: 'authenticated' } | null } };
};
export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'reason' | 'status'
> & { charge: Reference; payment_intent: Reference };
export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'charge' | 'created' | 'currency' | 'is_charge_refundable' | 'payment_intent' | 'reason' | 'status'
>;
export type PaymentMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'> & {
  billing_details: { name: string | null };
  card: {
    brand: string;
    checks: { cvc_check: string | null };
    exp_month: number;
    exp_year: number;
    last4: string;
  };
};
export type LastPaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'type' | 'code' | 'decline_code' | 'message' | 'charge'> & {
  payment_method: PaymentMethod;
};

/** An event's envelope; `pending_webhooks` is counted when the event is shown. */
export type Event = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
};

export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.failed';
