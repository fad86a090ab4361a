import type { Dispute } from '../stripe-types.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';
import { recordEvent } from './record-event.ts';

/** The time that a merchant has to respond to a dispute. */
const RESPONSE_SECONDS = 9 * 86_400;

const emptyEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** The cardholder reclaims a charge from the bank. While the dispute is open, the charge cannot be refunded. */
export function openDispute(deps: Deps, input: { charge: string; reason: string }): Dispute {
  const charge = deps.tx.get('charges', input.charge);
  if (!charge) throw new Error(`Charge ${input.charge} does not exist`);
  const created = seconds(deps);
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: emptyEvidence,
    evidence_details: {
      due_by: created + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
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
