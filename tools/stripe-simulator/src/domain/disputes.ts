import type { Dispute } from '../stripe-types.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';
import { recordEvent } from './record-event.ts';

/** The cardholder reclaims a charge from the bank. While the dispute is open, the charge cannot be refunded. */
export function openDispute(deps: Deps, input: { charge: string; reason: string }): Dispute {
  const charge = deps.tx.get('charges', input.charge);
  if (!charge) throw new Error(`Charge ${input.charge} does not exist`);
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: seconds(deps),
    currency: charge.currency,
    is_charge_refundable: false,
    payment_intent: charge.payment_intent,
    reason: input.reason,
    status: 'needs_response',
  };
  deps.tx.put('charges', { ...charge, disputed: true });
  deps.tx.put('disputes', dispute);
  recordEvent(deps, { type: 'charge.dispute.created', object: dispute });
  return dispute;
}

export const disputeOutcomes = ['won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

const isOpen = ({ status }: Dispute): boolean => status === 'needs_response' || status === 'under_review';

/** Whether a dispute prevents refunds: while it is open, and after it is lost. The charge stays `disputed` in any case. */
export const blocksRefund = (dispute: Dispute): boolean => isOpen(dispute) || dispute.status === 'lost';

/** The bank decides the open dispute of a payment for the merchant (`won`) or the cardholder (`lost`); false if none is open. */
export function closeDispute(deps: Deps, input: { paymentIntent: string; outcome: DisputeOutcome }): boolean {
  const dispute = deps.tx.all('disputes').find((each) => each.payment_intent === input.paymentIntent && isOpen(each));
  if (!dispute) return false;
  const closed: Dispute = { ...dispute, status: input.outcome };
  deps.tx.put('disputes', closed);
  recordEvent(deps, { type: 'charge.dispute.closed', object: closed, previous: { status: dispute.status } });
  return true;
}
