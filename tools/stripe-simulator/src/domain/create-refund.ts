import type { Charge, Refund } from '../stripe-types.ts';
import { invalidRequest, resourceMissing } from './api-error.ts';
import { blocksRefund } from './close-dispute.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';
import { recordEvent } from './record-event.ts';

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export type CreateRefund = {
  charge?: string;
  paymentIntent?: string;
  amount?: number;
  reason?: (typeof refundReasons)[number];
  metadata: Record<string, string>;
};

/** Gives back `amount` yen of a charge, without an amount all that is left of it. Throws a 400 when less is left, or when the charge is disputed. */
export function createRefund(deps: Deps, input: CreateRefund): Refund {
  const charge = chargeOf(deps, input);
  const left = charge.amount - charge.amount_refunded;
  if (deps.tx.all('disputes').some((dispute) => dispute.charge === charge.id && blocksRefund(dispute))) {
    throw invalidRequest({ code: 'charge_disputed', message: `Charge ${charge.id} has been charged back; cannot issue a refund.` });
  }
  if (left === 0) throw invalidRequest({ code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` });
  const amount = input.amount ?? left;
  if (amount < 1) throw invalidRequest({ code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid positive integer' });
  if (amount > left) {
    throw invalidRequest({
      param: 'amount',
      message: `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
    });
  }
  const refund = newRefund(deps, { charge, amount, refund: input });
  const refunded = charge.amount_refunded + amount;
  const after: Charge = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  deps.tx.put('refunds', refund);
  deps.tx.put('charges', after);
  recordEvent(deps, {
    type: 'charge.refunded',
    object: after,
    previous: { amount_refunded: charge.amount_refunded, ...(after.refunded && { refunded: false }) },
  });
  return refund;
}

function chargeOf(deps: Deps, input: CreateRefund): Charge {
  if (!input.charge && !input.paymentIntent) {
    throw invalidRequest({
      code: 'parameter_missing',
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    });
  }
  const byIntent = input.paymentIntent ? chargeOfIntent(deps, input.paymentIntent) : undefined;
  const byId = input.charge ? chargeById(deps, input.charge) : undefined;
  if (byIntent && byId && byIntent.id !== byId.id) {
    throw invalidRequest({ param: 'charge', message: 'The charge does not belong to the payment_intent.' });
  }
  const charge = byId ?? byIntent;
  if (charge?.paid) return charge;
  throw invalidRequest({ param: input.charge ? 'charge' : 'payment_intent', message: 'There is no successful charge to refund.' });
}

function chargeById(deps: Deps, id: string): Charge {
  const charge = deps.tx.get('charges', id);
  if (!charge) throw resourceMissing({ noun: 'charge', id, param: 'charge', status: 400 });
  return charge;
}

function chargeOfIntent(deps: Deps, id: string): Charge | undefined {
  const intent = deps.tx.get('payment_intents', id);
  if (!intent) throw resourceMissing({ noun: 'payment_intent', id, param: 'payment_intent', status: 400 });
  return intent.latest_charge ? deps.tx.get('charges', intent.latest_charge) : undefined;
}

function newRefund(deps: Deps, input: { charge: Charge; amount: number; refund: CreateRefund }): Refund {
  const { charge, amount, refund } = input;
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: seconds(deps),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: refund.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: refund.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
