import type { PaymentIntentResponse } from '@stagereel/contracts';
import type { PaymentIntent } from '@stripe/stripe-js';
import { declineMessage } from './decline-messages.ts';
import { stripeOf } from './stripe-client.ts';

/** The provider's state of a payment, when queried later. */
export type ProviderView =
  | { kind: 'unpaid'; message: string | null }
  | { kind: 'issuer-page'; url: string }
  | { kind: 'cancelled' }
  | { kind: 'under-way' };

const viewOf = ({ status, next_action, last_payment_error: failure }: PaymentIntent): ProviderView => {
  const issuerPage = next_action?.redirect_to_url?.url;
  if (status === 'canceled') return { kind: 'cancelled' };
  if (status === 'requires_action' && issuerPage) return { kind: 'issuer-page', url: issuerPage };
  // An authentication inside the page starts again with the card.
  if (status === 'requires_payment_method' || status === 'requires_action') {
    const { code, decline_code: declineCode, message } = failure ?? {};
    return { kind: 'unpaid', message: failure ? declineMessage({ code, declineCode, message }) : null };
  }
  return { kind: 'under-way' };
};

/** Never throws; an unknown state counts as processing. */
export const lookUpIntent = async (intent: PaymentIntentResponse): Promise<ProviderView> => {
  try {
    const stripe = await stripeOf(intent);
    const answer = await stripe?.retrievePaymentIntent(intent.clientSecret);
    return answer?.paymentIntent ? viewOf(answer.paymentIntent) : { kind: 'under-way' };
  } catch {
    return { kind: 'under-way' };
  }
};
