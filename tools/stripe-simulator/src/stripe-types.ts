import type { Stripe } from 'stripe';

type Reference = string | null;

/** Stripe's objects as they are stored: references are ids, which only a response with `expand` replaces by objects. */
export type PaymentIntent = Omit<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'> & {
  latest_charge: Reference;
  payment_method: Reference;
};
export type Charge = Omit<Stripe.Charge, 'payment_intent'> & { payment_intent: Reference };
export type Refund = Omit<Stripe.Refund, 'charge' | 'payment_intent'> & { charge: Reference; payment_intent: Reference };
export type Dispute = Stripe.Dispute;
export type PaymentMethod = Stripe.PaymentMethod;
export type LastPaymentError = Stripe.PaymentIntent.LastPaymentError;
export type BillingDetails = Stripe.PaymentMethod.BillingDetails;

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
