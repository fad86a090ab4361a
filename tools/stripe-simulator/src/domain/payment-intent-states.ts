import type { PaymentIntent } from '../stripe-types.ts';
import { type ApiError, invalidRequest } from './api-error.ts';

export type Status = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';

/** The states of a payment: state → allowed next states. https://docs.stripe.com/payments/paymentintents/lifecycle */
const transitions: Record<Status, readonly Status[]> = {
  requires_payment_method: ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled'],
  requires_confirmation: ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled'],
  requires_action: ['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled'],
  processing: ['requires_payment_method', 'succeeded'],
  succeeded: [],
  canceled: [],
};

const confirmable: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'] satisfies Status[];
/** A card payment in `processing` can no longer be cancelled. */
const cancelable: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'] satisfies Status[];

/** The payment in its next state. A transition that is not in the table is a bug of the simulator, not of the caller. */
export function moveTo(intent: PaymentIntent, status: Status, changes: Partial<PaymentIntent>): PaymentIntent {
  if (!transitions[intent.status as Status].includes(status)) throw new Error(`A payment cannot change from ${intent.status} to ${status}`);
  return { ...intent, next_action: null, ...changes, status };
}

/** Throws Stripe's error unless the payment can be confirmed now. */
export function requireConfirmable(intent: PaymentIntent): void {
  if (confirmable.includes(intent.status)) return;
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  throw unexpectedState(intent, `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`);
}

/** Throws Stripe's error unless the payment can be cancelled now. */
export function requireCancelable(intent: PaymentIntent): void {
  if (cancelable.includes(intent.status)) return;
  throw unexpectedState(
    intent,
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. It can be canceled while it has one of these: ${cancelable.join(', ')}.`,
  );
}

export function unexpectedState(intent: PaymentIntent, message: string): ApiError {
  return invalidRequest({ code: 'payment_intent_unexpected_state', message, payment_intent: intent });
}
