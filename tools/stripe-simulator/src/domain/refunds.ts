import type { Charge, Refund } from '../stripe-types.ts';
import { invalidRequest, resourceMissing } from './api-error.ts';
import { type Deps, seconds } from './deps.ts';
import { blocksRefund } from './disputes.ts';
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

/** Refunds `amount` yen of a charge, or the whole remainder. Throws a 400 when less remains, or when the charge is disputed. */
export function createRefund(deps: Deps, input: CreateRefund): Refund {
  const charge = chargeOf(deps, input);
  const remaining = charge.amount - charge.amount_refunded;
  if (deps.tx.all('disputes').some((dispute) => dispute.charge === charge.id && blocksRefund(dispute))) {
    throw invalidRequest({ code: 'charge_disputed', message: `Charge ${charge.id} has been charged back; cannot issue a refund.` });
  }
  if (remaining === 0) throw invalidRequest({ code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` });
  const amount = input.amount ?? remaining;
  if (amount < 1) throw invalidRequest({ code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid positive integer' });
  if (amount > remaining) {
    throw invalidRequest({
      param: 'amount',
      message: `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${remaining})`,
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
    charge: charge.id,
    created: seconds(deps),
    currency: charge.currency,
    metadata: refund.metadata,
    payment_intent: charge.payment_intent,
    reason: refund.reason ?? null,
    status: 'succeeded',
  };
}

/**
 * The bank returns a refund, possibly weeks after it succeeded: the merchant has the money again, and the charge no longer counts the
 * refund. False if the refund does not exist or has failed already. https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(deps: Deps, id: string): boolean {
  const refund = deps.tx.get('refunds', id);
  const charge = refund?.charge ? deps.tx.get('charges', refund.charge) : undefined;
  if (!refund || !charge || refund.status !== 'succeeded') return false;
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  deps.tx.put('refunds', failed);
  deps.tx.put('charges', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  recordEvent(deps, { type: 'refund.failed', object: failed, previous: { status: refund.status } });
  return true;
}
