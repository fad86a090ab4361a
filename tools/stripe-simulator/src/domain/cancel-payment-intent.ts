import type { PaymentIntent } from '../stripe-types.ts';
import { type Deps, seconds } from './deps.ts';
import { findPaymentIntent } from './find-payment-intent.ts';
import { assertCancelable, moveTo } from './payment-intent-life-cycle.ts';
import { recordEvent } from './record-event.ts';

export const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Ends a payment that has not been made. Throws a 400 with the payment in it when it is too late for that. */
export function cancelPaymentIntent(deps: Deps, input: { id: string; reason?: (typeof cancellationReasons)[number] }): PaymentIntent {
  const intent = findPaymentIntent(deps, { id: input.id });
  assertCancelable(intent);
  const canceled = moveTo(intent, 'canceled', { canceled_at: seconds(deps), cancellation_reason: input.reason ?? null });
  deps.tx.put('payment_intents', canceled);
  recordEvent(deps, { type: 'payment_intent.canceled', object: canceled });
  return canceled;
}
