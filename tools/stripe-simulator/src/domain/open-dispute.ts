import type { Dispute } from '../stripe-types.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';
import { recordEvent } from './record-event.ts';

/** Seconds within which a merchant has to answer a dispute. */
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

/** The cardholder asks the bank for the money of a charge back; from then on it cannot be refunded. */
export function openDispute(deps: Deps, input: { charge: string; reason: string }): Dispute {
  const charge = deps.tx.get('charges', input.charge);
  if (!charge) throw new Error(`There is no charge ${input.charge} to dispute.`);
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
