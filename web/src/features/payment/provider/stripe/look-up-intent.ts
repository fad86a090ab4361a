import type { PaymentIntentResponse } from '@stagereel/contracts';
import type { PaymentIntent } from '@stripe/stripe-js';
import type { ProviderView } from '../card-provider.ts';
import { declineMessage } from '../decline-messages.ts';
import { stripeOf } from './stripe-client.ts';

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

export const lookUpIntent = async ({ publishableKey, clientSecret }: PaymentIntentResponse): Promise<ProviderView> => {
  try {
    const stripe = await stripeOf(publishableKey);
    const answer = await stripe?.retrievePaymentIntent(clientSecret);
    return answer?.paymentIntent ? viewOf(answer.paymentIntent) : { kind: 'under-way' };
  } catch {
    return { kind: 'under-way' };
  }
};
