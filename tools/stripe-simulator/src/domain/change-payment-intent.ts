import type { Language } from '../rows.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-types.ts';
import { invalidRequest, resourceMissing } from './api-error.ts';
import { requireAuthentication } from './authenticate-payment.ts';
import { type Deps, seconds } from './deps.ts';
import { moveTo, requireCancelable, requireConfirmable, unexpectedState } from './payment-intent-states.ts';
import { type CardDetails, cardOf, createPaymentMethod, type PaymentMethodInput, resolvePaymentMethod } from './payment-method.ts';
import { recordEvent } from './record-event.ts';
import { settlePayment } from './settle-payment.ts';

/** Throws a 404 if the payment does not exist, and a 400 if the client secret belongs to another one. */
export function findPaymentIntent(deps: Pick<Deps, 'tx'>, input: { id: string; clientSecret?: string }): PaymentIntent {
  const intent = deps.tx.get('payment_intents', input.id);
  if (!intent) throw resourceMissing({ noun: 'payment_intent', id: input.id, param: 'intent' });
  if (input.clientSecret !== undefined && input.clientSecret !== intent.client_secret) {
    throw invalidRequest({
      param: 'client_secret',
      message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    });
  }
  return intent;
}

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
 * Tries to charge the card and returns the payment in its new state. A declined card does not throw, because the failed attempt is
 * stored. Throws when the payment cannot be confirmed now, or when the card details are invalid.
 */
export function confirmPaymentIntent(deps: Deps, input: ConfirmPaymentIntent): PaymentIntent {
  const found = findPaymentIntent(deps, { id: input.id });
  requireConfirmable(found);
  const intent: PaymentIntent = input.receiptEmail ? { ...found, receipt_email: input.receiptEmail } : found;
  const method = paymentMethodOf(deps, { intent, confirm: input });
  const { scenario } = cardOf(deps, method.id);
  const needsAuthentication = scenario === 'authentication_required' || scenario === 'authentication_then_declined';
  if (!needsAuthentication) return settlePayment(deps, { intent, method });
  if (!input.returnUrl) {
    throw invalidRequest({
      code: 'parameter_missing',
      param: 'return_url',
      message: 'This card has to be authenticated: a `return_url` must be given, to which the customer returns.',
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

export const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Cancels a payment that has not been made. Throws a 400 that contains the payment when its state does not allow that. */
export function cancelPaymentIntent(deps: Deps, input: { id: string; reason?: (typeof cancellationReasons)[number] }): PaymentIntent {
  const intent = findPaymentIntent(deps, { id: input.id });
  requireCancelable(intent);
  const canceled = moveTo(intent, 'canceled', { canceled_at: seconds(deps), cancellation_reason: input.reason ?? null });
  deps.tx.put('payment_intents', canceled);
  recordEvent(deps, { type: 'payment_intent.canceled', object: canceled });
  return canceled;
}
