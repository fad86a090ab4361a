import { randomInt } from 'node:crypto';
import { Stripe } from 'stripe';
import type { Store } from './store.ts';
import type { EventType } from './stripe-types.ts';

/**
 * What an operation needs: the state, the clock, the simulator's address as the customer's browser sees it, and whether payments with good
 * cards are held in `processing`.
 */
export type Context = {
  store: Store;
  now: () => Date;
  publicUrl: string;
  isSettlementHeld: boolean;
};

/** The current time in whole seconds, as in Stripe's objects. */
export const seconds = ({ now }: Pick<Context, 'now'>): number => Math.floor(now().getTime() / 1000);

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Letters and digits from a cryptographic source. */
export const randomText = (length: number): string => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** An unguessable id in Stripe's form, such as `pi_3kT…` with 24 characters after the prefix. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** Records an event about `object` and queues it for the webhook. */
export function recordEvent(context: Context, input: { type: EventType; object: unknown; previous?: Record<string, unknown> }): void {
  const { store, now } = context;
  const created = seconds(context);
  const { id, type } = store.put('events', {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created,
    data: { object: input.object, ...(input.previous && { previous_attributes: input.previous }) },
    type: input.type,
  });
  const fresh = { status: 'pending', attempts: 0, lastStatus: null, lastError: null } as const;
  store.put('deliveries', { id, type, created, nextAttemptAt: now().getTime(), ...fresh });
}
