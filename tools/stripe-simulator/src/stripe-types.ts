import type { Stripe } from 'stripe';
import type { CardScenario } from './cards.ts';

type Reference = string | null;

/** `requires_confirmation` does not occur: a card is given when a payment is confirmed. */
export type IntentStatus = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';

/** The fields of Stripe's objects that the shop and its tests use. References are ids, which only a response with `expand` replaces by objects. */
export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'allowed_payment_method_types'
  | 'amount'
  | 'amount_received'
  | 'canceled_at'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'payment_method_types'
  | 'receipt_email'
> & { last_payment_error: LastPaymentError | null; latest_charge: Reference; payment_method: Reference; status: IntentStatus };
export type LastPaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'type' | 'code' | 'decline_code' | 'message' | 'charge'> & {
  payment_method: PaymentMethod;
};
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  billing_details: PaymentMethod['billing_details'];
  payment_intent: Reference;
  payment_method_details: { type: 'card'; card: PaymentMethod['card'] };
};
export type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'status'> & {
  charge: Reference;
  payment_intent: Reference;
};
export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'charge' | 'created' | 'currency' | 'payment_intent' | 'reason' | 'status'
>;
/** `scenario` is not Stripe's: how the card behaves. */
export type PaymentMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'> & {
  billing_details: { name: string | null };
  card: { brand: string; exp_month: number; exp_year: number; last4: string };
  scenario: CardScenario;
};

export type EventType =
  | `payment_intent.${'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | 'charge.refunded'
  | `charge.dispute.${'created' | 'closed'}`
  | 'refund.failed';

export type Event = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  type: EventType;
};

/** One 3-D Secure challenge. Its id is the unguessable last part of the page's address. */
export type Authentication = { id: string; payment_intent: string; payment_method: string; return_url: string };

/** The delivery of an event to the webhook address, with the event's id. `created` is in seconds, `nextAttemptAt` in milliseconds. */
export type Delivery = {
  id: string;
  type: EventType;
  status: 'pending' | 'delivered' | 'dropped' | 'abandoned';
  attempts: number;
  created: number;
  nextAttemptAt: number;
  lastStatus: number | null;
  lastError: string | null;
};

/** The response for an idempotency key, and the keyed hash of its request. `expiresAt` is in milliseconds. */
export type StoredResponse = { id: string; fingerprint: string; status: number; body: unknown; expiresAt: number };
