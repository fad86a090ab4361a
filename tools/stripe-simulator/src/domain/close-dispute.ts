import type { Dispute } from '../stripe-types.ts';
import type { Deps } from './deps.ts';
import { recordEvent } from './record-event.ts';

export const disputeOutcomes = ['won', 'lost'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

const isOpen = ({ status }: Dispute): boolean => status === 'needs_response' || status === 'under_review';

/** Whether a dispute keeps a charge from being refunded: while it is open, and once its money is gone. A charge stays `disputed` for good. */
export const blocksRefund = (dispute: Dispute): boolean => isOpen(dispute) || dispute.status === 'lost';

/** The bank decides the open dispute of a payment, for the merchant (`won`) or for the cardholder; false when none is open. */
export function closeDispute(deps: Deps, input: { paymentIntent: string; outcome: DisputeOutcome }): boolean {
  const dispute = deps.tx.all('disputes').find((each) => each.payment_intent === input.paymentIntent && isOpen(each));
  if (!dispute) return false;
  const closed: Dispute = { ...dispute, status: input.outcome };
  deps.tx.put('disputes', closed);
  recordEvent(deps, { type: 'charge.dispute.closed', object: closed, previous: { status: dispute.status } });
  return true;
}
