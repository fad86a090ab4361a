import type { EventType } from './stripe-types.ts';

/** What a card is going to do when it is charged. */
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

/** What stands behind a payment method, under the same id: never the number, only how it behaves and in which language it refuses. */
export type Card = { id: string; scenario: CardScenario; language: Language };

/** One 3-D Secure challenge; its id is the unguessable end of the page's address. */
export type Authentication = {
  id: string;
  payment_intent: string;
  payment_method: string;
  return_url: string;
};

/** An event on its way to the webhook address, under the event's own id. `created` is in seconds, `nextAttemptAt` in milliseconds. */
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

/** The answer that was given under an idempotency key, and the keyed hash of the request that got it. `expiresAt` is in milliseconds. */
export type StoredAnswer = { id: string; fingerprint: string; status: number; body: unknown; expiresAt: number };
