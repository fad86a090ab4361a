import type { Language } from '../rows.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-types.ts';
import { invalidRequest } from './api-error.ts';
import { requireAuthentication } from './authenticate-payment.ts';
import type { Deps } from './deps.ts';
import { findPaymentIntent } from './find-payment-intent.ts';
import { assertConfirmable, unexpectedState } from './payment-intent-life-cycle.ts';
import { type CardDetails, cardBehind, createPaymentMethod, type PaymentMethodInput, resolvePaymentMethod } from './payment-method.ts';
import { settlePayment } from './settle-payment.ts';

export type ConfirmPaymentIntent = {
  id: string;
  paymentMethod?: string;
  card?: CardDetails;
  billingDetails?: PaymentMethodInput['billingDetails'];
  receiptEmail?: string;
  returnUrl?: string;
  language: Language;
};

/**
 * Tries to take the money. Returns the payment as it then stands; a declined card is no exception here, as the failed attempt is
 * kept. Throws when the payment cannot be confirmed now, or when the card's details are wrong.
 */
export function confirmPaymentIntent(deps: Deps, input: ConfirmPaymentIntent): PaymentIntent {
  const found = findPaymentIntent(deps, { id: input.id });
  assertConfirmable(found);
  const intent: PaymentIntent = input.receiptEmail ? { ...found, receipt_email: input.receiptEmail } : found;
  const method = paymentMethodOf(deps, { intent, confirm: input });
  const { scenario } = cardBehind(deps, method.id);
  const needsAuthentication = scenario === 'authentication_required' || scenario === 'authentication_then_declined';
  if (!needsAuthentication) return settlePayment(deps, { intent, method });
  if (!input.returnUrl) {
    throw invalidRequest({
      code: 'parameter_missing',
      param: 'return_url',
      message: 'This card has to be authenticated: a `return_url` must be given, to which the customer comes back.',
    });
  }
  return requireAuthentication(deps, { intent, method, returnUrl: input.returnUrl });
}

function paymentMethodOf(deps: Deps, { intent, confirm }: { intent: PaymentIntent; confirm: ConfirmPaymentIntent }): PaymentMethod {
  const { card, language } = confirm;
  if (card) return createPaymentMethod(deps, { card, billingDetails: confirm.billingDetails ?? {}, language });
  const id = confirm.paymentMethod ?? intent.payment_method;
  if (id) return resolvePaymentMethod(deps, { id, language });
  throw unexpectedState(
    intent,
    "You cannot confirm this PaymentIntent because it's missing a payment method: give one in `payment_method` or `payment_method_data`.",
  );
}
