import type { DisputeOutcome } from '@stagereel/contracts';
import type Stripe from 'stripe';
import type { FailedRefund, ProviderDispute, ProviderEvent, ProviderPayment } from '../domain/ports.ts';

/** The metadata by which a payment names its order. */
export const ORDER_NUMBER = 'order_number';
export const ORDER_ID = 'order_id';
/** And by which a refund names its line and its attempt. */
export const LINE_NUMBER = 'line_number';
export const ATTEMPT = 'attempt';

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const statuses: Record<Stripe.PaymentIntent.Status, ProviderPayment['status']> = {
  requires_payment_method: 'unpaid',
  requires_confirmation: 'unpaid',
  requires_action: 'unclear',
  processing: 'unclear',
  requires_capture: 'unclear',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

export const toProviderPayment = (intent: Stripe.PaymentIntent): ProviderPayment => ({
  intentId: intent.id,
  orderId: intent.metadata[ORDER_ID] ?? null,
  status: statuses[intent.status] ?? 'unclear',
  amountReceived: intent.amount_received,
  currency: intent.currency,
});

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; an inquiry that came to nothing is as good as won. */
const disputeOutcomes: Partial<Record<Stripe.Dispute.Status, DisputeOutcome>> = {
  won: 'won',
  warning_closed: 'won',
  lost: 'lost',
  prevented: 'lost',
};

export const toProviderDispute = ({ created, status }: Stripe.Dispute): ProviderDispute => ({
  openedAt: new Date(created * 1000),
  outcome: disputeOutcomes[status] ?? null,
});

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const toFailedRefund = ({ id: refundId, amount, failure_reason: reason, metadata, payment_intent }: Stripe.Refund): FailedRefund | null => {
  const intentId = idOf(payment_intent);
  const { [LINE_NUMBER]: number, [ATTEMPT]: attempt } = metadata ?? {};
  const line = number && attempt ? { number, attempt: Number(attempt) } : null;
  return intentId === null ? null : { intentId, refundId, amount, reason: reason ?? 'unknown', line };
};

export const toProviderEvent = (event: Stripe.Event): ProviderEvent => {
  const irrelevant = { kind: 'irrelevant', type: event.type } as const;
  switch (event.type) {
    case 'payment_intent.succeeded':
      return { kind: 'payment-succeeded', payment: toProviderPayment(event.data.object) };
    case 'charge.refunded': {
      const intentId = idOf(event.data.object.payment_intent);
      return intentId === null ? irrelevant : { kind: 'refunded', intentId, refundedAmount: event.data.object.amount_refunded };
    }
    case 'refund.failed': {
      const failure = toFailedRefund(event.data.object);
      return failure ? { kind: 'refund-failed', failure } : irrelevant;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const intentId = idOf(event.data.object.payment_intent);
      return intentId === null ? irrelevant : { kind: 'disputed', intentId, dispute: toProviderDispute(event.data.object) };
    }
    default:
      return irrelevant;
  }
};
