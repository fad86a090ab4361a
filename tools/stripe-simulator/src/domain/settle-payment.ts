import type { Language } from '../rows.ts';
import type { LastPaymentError, PaymentIntent, PaymentMethod } from '../stripe-types.ts';
import { type DeclineScenario, declines } from './card-refusals.ts';
import { newCharge } from './charge.ts';
import type { Deps } from './deps.ts';
import { openDispute } from './disputes.ts';
import { moveTo } from './payment-intent-states.ts';
import { cardOf } from './payment-method.ts';
import { recordEvent } from './record-event.ts';

type Attempt = { intent: PaymentIntent; method: PaymentMethod };

/**
 * Charges the card once the customer has nothing left to do: at once, or after the authentication. Returns the payment as `succeeded`, as
 * `requires_payment_method` with its `last_payment_error`, or as `processing` while a test delays settlements.
 */
export function settlePayment(deps: Deps, attempt: Attempt): PaymentIntent {
  if (deps.isSettlementHeld) return process(deps, attempt);
  const { scenario, language } = cardOf(deps, attempt.method.id);
  if (scenario === 'authentication_then_declined') return decline(deps, { ...attempt, decline: 'generic_decline', language });
  if (scenario === 'approved' || scenario === 'authentication_required') return succeed(deps, attempt);
  if (scenario === 'disputed') {
    const intent = succeed(deps, attempt);
    openDispute(deps, { charge: intent.latest_charge ?? '', reason: 'fraudulent' });
    return intent;
  }
  return decline(deps, { ...attempt, decline: scenario, language });
}

function process(deps: Deps, { intent, method }: Attempt): PaymentIntent {
  const processing = moveTo(intent, 'processing', { payment_method: method.id, last_payment_error: null });
  deps.tx.put('payment_intents', processing);
  recordEvent(deps, { type: 'payment_intent.processing', object: processing });
  return processing;
}

function succeed(deps: Deps, attempt: Attempt): PaymentIntent {
  const charge = newCharge(deps, {
    ...attempt,
    isAuthenticated: cardOf(deps, attempt.method.id).scenario === 'authentication_required',
  });
  const succeeded = moveTo(attempt.intent, 'succeeded', {
    amount_received: charge.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: attempt.method.id,
  });
  deps.tx.put('charges', charge);
  deps.tx.put('payment_intents', succeeded);
  recordEvent(deps, { type: 'payment_intent.succeeded', object: succeeded });
  return succeeded;
}

function decline(deps: Deps, input: Attempt & { decline: DeclineScenario; language: Language }): PaymentIntent {
  const { code, declineCode, message } = declines[input.decline];
  const charge = newCharge(deps, { ...input, isAuthenticated: false, message: message[input.language] });
  deps.tx.put('charges', charge);
  const error = { type: 'card_error', code, decline_code: declineCode, message: message[input.language], charge: charge.id } as const;
  return failPayment(deps, { intent: { ...input.intent, latest_charge: charge.id }, method: input.method, error });
}

/** Lets a payment wait for another card, with the reason in `last_payment_error`. */
export function failPayment(
  deps: Deps,
  input: { intent: PaymentIntent; method: PaymentMethod; error: Omit<LastPaymentError, 'payment_method'> },
): PaymentIntent {
  const failed = moveTo(input.intent, 'requires_payment_method', {
    last_payment_error: { ...input.error, payment_method: input.method },
    payment_method: null,
  });
  deps.tx.put('payment_intents', failed);
  recordEvent(deps, { type: 'payment_intent.payment_failed', object: failed });
  return failed;
}

/** Settles the payments that were held in `processing`, oldest first. */
export function settleHeldPayments(deps: Deps, held: PaymentIntent[]): void {
  for (const intent of held) {
    const method = intent.payment_method ? deps.tx.get('payment_methods', intent.payment_method) : undefined;
    if (method) settlePayment(deps, { intent, method });
  }
}
