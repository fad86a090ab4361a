import type { DisputeOutcome } from '@stagereel/contracts';
import Stripe from 'stripe';
import type { Dispute } from '../domain/order/order.ts';
import type { PaymentProvider, RefundRequest, RefundResult } from '../domain/payment/payment-provider.ts';
import { ATTEMPT, type CallStripe, LINE_NUMBER, ORDER_ID } from './stripe-client.ts';

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; a closed inquiry counts as won. */
const disputeOutcomes: Partial<Record<Stripe.Dispute.Status, DisputeOutcome>> = {
  won: 'won',
  warning_closed: 'won',
  lost: 'lost',
  prevented: 'lost',
};

export const toDispute = ({ created, status }: Stripe.Dispute): Dispute => ({
  openedAt: new Date(created * 1000),
  outcome: disputeOutcomes[status] ?? null,
});

/** https://docs.stripe.com/api/refunds/object#refund_object-status */
const isFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

const requireCharge = (charge: string | Stripe.Charge | null, ownerId: string): Stripe.Charge => {
  if (charge === null || typeof charge === 'string') throw new Error(`${ownerId} has no expanded charge`);
  return charge;
};

const toRefundResult = (refund: Stripe.Refund): RefundResult => {
  if (isFailed(refund)) return { state: 'failed', reason: refund.failure_reason ?? String(refund.status), isDisputed: false };
  if (refund.status !== 'succeeded') return { state: 'pending' };
  return { state: 'succeeded', refundedAmount: requireCharge(refund.charge, refund.id).amount_refunded };
};

const toRefusedResult = ({ code, message }: Stripe.errors.StripeInvalidRequestError): RefundResult => ({
  state: 'failed',
  reason: message,
  isDisputed: code === 'charge_disputed',
});

/** Finds the refund that an earlier call of the same attempt made. Stripe forgets idempotency keys after a day, but never its refunds. */
const findExisting = async (stripe: Stripe, { intentId, lineNumber, attempt }: RefundRequest): Promise<Stripe.Refund | undefined> => {
  const refundsOfLine: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100, expand: ['data.charge'] })) {
    if (refund.metadata?.[LINE_NUMBER] === lineNumber) refundsOfLine.push(refund);
  }
  return refundsOfLine.find((refund) => !isFailed(refund)) ?? refundsOfLine.find(({ metadata }) => metadata?.[ATTEMPT] === String(attempt));
};

const createRefund = (stripe: Stripe, { intentId, orderId, lineNumber, amount, attempt }: RefundRequest): Promise<Stripe.Refund> =>
  stripe.refunds.create(
    {
      payment_intent: intentId,
      amount,
      metadata: { [ORDER_ID]: orderId, [LINE_NUMBER]: lineNumber, [ATTEMPT]: String(attempt) },
      expand: ['charge'],
    },
    { idempotencyKey: `refund-${orderId}-${lineNumber}-${attempt}` },
  );

/** A charge remains `disputed` after its dispute has ended, so the dispute itself is read. Stripe lists the newest first. */
const latestDispute = async (stripe: Stripe, intentId: string): Promise<Dispute | null> => {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 1 });
  return data[0] ? toDispute(data[0]) : null;
};

type StripeRefunds = Pick<PaymentProvider, 'getCharge' | 'refund'>;

export const createStripeRefunds = ({ stripe, callStripe }: { stripe: Stripe; callStripe: CallStripe }): StripeRefunds => ({
  getCharge: (intentId) =>
    callStripe(async () => {
      const { latest_charge: latest } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      const { amount_captured: captured, amount_refunded: refundedAmount, disputed } = requireCharge(latest, intentId);
      return { dispute: disputed ? await latestDispute(stripe, intentId) : null, amountLeft: captured - refundedAmount, refundedAmount };
    }),
  refund: (request) =>
    callStripe(async () => {
      try {
        return toRefundResult((await findExisting(stripe, request)) ?? (await createRefund(stripe, request)));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return toRefusedResult(error);
        throw error;
      }
    }),
});
