import type { EventType } from './stripe-types.ts';

/** How a card behaves when it is charged. */
export type CardScenario =
  | 'approved'
  | 'disputed'
  | 'authentication_required'
  | 'authentication_then_declined'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'card_velocity_exceeded'
  | 'test_mode_live_card';

export type Language = 'en' | 'ja';

/** The card of a payment method, with the same id: its behaviour and the language of its messages, but never its number. */
export type Card = { id: string; scenario: CardScenario; language: Language };

/** One 3-D Secure challenge. Its id is the unguessable last part of the page's address. */
export type Authentication = {
  id: string;
  payment_intent: string;
  payment_method: string;
  return_url: string;
};

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
