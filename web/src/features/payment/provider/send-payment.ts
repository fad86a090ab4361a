import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { declineMessage } from './decline-messages.ts';

/** The result of sending the card. `unknown`: there was no response, so the money may have been taken. */
export type CardOutcome = { kind: 'incomplete' } | { kind: 'declined'; message: string } | { kind: 'confirmed' } | { kind: 'unknown' };

/** Sends a card or a wallet's payment directly to the provider, and calls `onSend` before. Never throws. */
export type SendPayment = (input: { returnUrl: string; onSend: () => void }) => Promise<CardOutcome>;

/** Only these two are errors of the card; with any other the money may have been taken. */
const outcomeOf = ({ type, code, decline_code: declineCode, message }: StripeError): CardOutcome => {
  if (type === 'validation_error') return { kind: 'incomplete' };
  return type === 'card_error' ? { kind: 'declined', message: declineMessage({ code, declineCode, message }) } : { kind: 'unknown' };
};

/** `name`: of the cardholder; a wallet knows it itself. */
type Sending = { stripe: Stripe; elements: StripeElements; name?: string; returnUrl: string };

/**
 * Confirms the payment of these Elements. Never throws: without a response, the money may have been taken. Never resolves if the card has
 * to be authenticated on the issuer's page, because the browser goes there.
 */
export const sendPayment = async ({ stripe, elements, name, returnUrl }: Sending): Promise<CardOutcome> => {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: returnUrl,
        ...(name !== undefined && { payment_method_data: { billing_details: { name } } }),
      },
      redirect: 'if_required',
    });
    return error ? outcomeOf(error) : { kind: 'confirmed' };
  } catch {
    return { kind: 'unknown' };
  }
};
