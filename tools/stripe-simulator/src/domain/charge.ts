import type { Charge, PaymentIntent, PaymentMethod } from '../stripe-types.ts';
import { type DeclineScenario, declines } from './card-refusals.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';

type NewCharge = { intent: PaymentIntent; method: PaymentMethod; isAuthenticated: boolean; decline?: DeclineScenario; message?: string };

/** One attempt to charge the card. Like Stripe, the simulator stores failed attempts too. */
export function newCharge(deps: Deps, input: NewCharge): Charge {
  const { intent, method, decline } = input;
  const isPaid = decline === undefined;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: isPaid,
    created: seconds(deps),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: decline ? declines[decline].code : null,
    failure_message: input.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: { ...method.card, three_d_secure: input.isAuthenticated ? { result: 'authenticated' } : null },
    },
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  };
}

function outcomeOf(decline: DeclineScenario | undefined): Charge['outcome'] {
  return decline
    ? { network_status: 'declined_by_network', reason: declines[decline].declineCode, type: 'issuer_declined' }
    : { network_status: 'approved_by_network', reason: null, type: 'authorized' };
}
