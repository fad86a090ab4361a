import { invalidRequest, resourceMissing } from './api-error.ts';
import { type Context, newId, recordEvent, seconds } from './context.ts';
import type { RefundParams } from './params.ts';
import type { Charge, Dispute, Refund } from './stripe-types.ts';

/** Refunds `amount` yen of a payment, or the whole remainder. Throws a 400 when less remains, or when the charge is disputed. */
export function createRefund(context: Context, params: RefundParams): Refund {
  const { store } = context;
  const charge = chargeOf(context, params.payment_intent);
  const remaining = charge.amount - charge.amount_refunded;
  // A lost dispute blocks refunds like an open one. The charge stays `disputed` in any case.
  if (store.all('disputes').some((dispute) => dispute.charge === charge.id && dispute.status !== 'won')) {
    throw invalidRequest({ code: 'charge_disputed', message: `Charge ${charge.id} has been charged back; cannot issue a refund.` });
  }
  if (remaining === 0) throw invalidRequest({ code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` });
  const { amount = remaining } = params;
  if (amount < 1 || amount > remaining) {
    throw invalidRequest({ param: 'amount', message: `The amount must be between ¥1 and the unrefunded amount of ¥${remaining}` });
  }
  const refund = store.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: seconds(context),
    currency: charge.currency,
    metadata: params.metadata,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  });
  const amount_refunded = charge.amount_refunded + amount;
  const after = store.put('charges', { ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  const previous = { amount_refunded: charge.amount_refunded, ...(after.refunded && { refunded: false }) };
  recordEvent(context, { type: 'charge.refunded', object: after, previous });
  return refund;
}

function chargeOf({ store }: Context, id: string): Charge {
  const intent = store.get('payment_intents', id);
  if (!intent) throw resourceMissing({ noun: 'payment_intent', id, param: 'payment_intent', status: 400 });
  const charge = store.get('charges', intent.latest_charge ?? '');
  if (charge?.paid) return charge;
  throw invalidRequest({ param: 'payment_intent', message: 'There is no successful charge to refund.' });
}

/**
 * The bank returns a refund, possibly weeks after it succeeded: the merchant has the money again, and the charge no longer counts the
 * refund. False if the refund does not exist or has failed already. https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(context: Context, id: string): boolean {
  const { store } = context;
  const refund = store.get('refunds', id);
  const charge = store.get('charges', refund?.charge ?? '');
  if (!refund || !charge || refund.status !== 'succeeded') return false;
  const failed = store.put('refunds', { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' });
  store.put('charges', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  recordEvent(context, { type: 'refund.failed', object: failed, previous: { status: refund.status } });
  return true;
}

/** The cardholder reclaims a charge from the bank. While the dispute is open, the charge cannot be refunded. */
export function openDispute(context: Context, charge: Charge): void {
  context.store.put('charges', { ...charge, disputed: true });
  const dispute = context.store.put('disputes', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: seconds(context),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  recordEvent(context, { type: 'charge.dispute.created', object: dispute });
}

export type DisputeOutcome = 'won' | 'lost';

/** The bank decides the open dispute of a payment for the merchant (`won`) or the cardholder (`lost`); false if none is open. */
export function closeDispute(context: Context, input: { paymentIntent: string; outcome: DisputeOutcome }): boolean {
  const isOpen = ({ payment_intent, status }: Dispute) => payment_intent === input.paymentIntent && status === 'needs_response';
  const dispute = context.store.all('disputes').find(isOpen);
  if (!dispute) return false;
  const closed = context.store.put('disputes', { ...dispute, status: input.outcome });
  recordEvent(context, { type: 'charge.dispute.closed', object: closed, previous: { status: dispute.status } });
  return true;
}
