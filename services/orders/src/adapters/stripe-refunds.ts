import Stripe from 'stripe';
import type { PaymentProvider, ProviderDispute, ProviderRefund, WantedRefund } from '../domain/ports.ts';
import type { AskStripe } from './stripe-calls.ts';
import { ATTEMPT, LINE_NUMBER, ORDER_ID, toProviderDispute } from './stripe-mapping.ts';

/** https://docs.stripe.com/api/refunds/object#refund_object-status */
const isDead = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled';

const chargeIn = (charge: string | Stripe.Charge | null, of: string): Stripe.Charge => {
  if (charge === null || typeof charge === 'string') throw new Error(`${of} came without its charge`);
  return charge;
};

const toProviderRefund = (refund: Stripe.Refund): ProviderRefund => {
  if (isDead(refund)) return { state: 'failed', reason: refund.failure_reason ?? String(refund.status), isDisputed: false };
  if (refund.status !== 'succeeded') return { state: 'pending' };
  return { state: 'succeeded', refundedAmount: chargeIn(refund.charge, refund.id).amount_refunded };
};

const refusalOf = ({ code, message }: Stripe.errors.StripeInvalidRequestError): ProviderRefund => ({
  state: 'failed',
  reason: message,
  isDisputed: code === 'charge_disputed',
});

/** Stripe forgets idempotency keys after a day or more, its refunds never: what an earlier call of the same attempt has made is looked for first. */
const findMade = async (stripe: Stripe, { intentId, lineNumber, attempt }: WantedRefund): Promise<Stripe.Refund | undefined> => {
  const ofLine: Stripe.Refund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100, expand: ['data.charge'] })) {
    if (refund.metadata?.[LINE_NUMBER] === lineNumber) ofLine.push(refund);
  }
  return ofLine.find((refund) => !isDead(refund)) ?? ofLine.find(({ metadata }) => metadata?.[ATTEMPT] === String(attempt));
};

const make = (stripe: Stripe, { intentId, orderId, lineNumber, amount, attempt }: WantedRefund): Promise<Stripe.Refund> =>
  stripe.refunds.create(
    {
      payment_intent: intentId,
      amount,
      metadata: { [ORDER_ID]: orderId, [LINE_NUMBER]: lineNumber, [ATTEMPT]: String(attempt) },
      expand: ['charge'],
    },
    { idempotencyKey: `refund-${orderId}-${lineNumber}-${attempt}` },
  );

/** A charge stays `disputed` when its dispute has ended, so the dispute itself is asked for; they are listed newest first. */
const latestDispute = async (stripe: Stripe, intentId: string): Promise<ProviderDispute | null> => {
  const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: 1 });
  return data[0] ? toProviderDispute(data[0]) : null;
};

type RefundCalls = Pick<PaymentProvider, 'chargeOf' | 'refund'>;

export const createStripeRefunds = ({ stripe, ask }: { stripe: Stripe; ask: AskStripe }): RefundCalls => ({
  chargeOf: (intentId) =>
    ask(async () => {
      const { latest_charge: latest } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      const { amount_captured: captured, amount_refunded: refundedAmount, disputed } = chargeIn(latest, intentId);
      return { dispute: disputed ? await latestDispute(stripe, intentId) : null, amountLeft: captured - refundedAmount, refundedAmount };
    }),
  refund: (wanted) =>
    ask(async () => {
      try {
        return toProviderRefund((await findMade(stripe, wanted)) ?? (await make(stripe, wanted)));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return refusalOf(error);
        throw error;
      }
    }),
});
