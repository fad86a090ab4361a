import type { Language } from '../rows.ts';
import type { PaymentIntent } from '../stripe-types.ts';
import { invalidRequest } from './api-error.ts';
import { type Deps, seconds } from './deps.ts';
import { newId, randomText } from './ids.ts';
import { resolvePaymentMethod } from './payment-method.ts';
import { recordEvent } from './record-event.ts';

export type CreatePaymentIntent = {
  amount: number;
  currency: 'jpy';
  metadata: Record<string, string>;
  description?: string;
  receiptEmail?: string;
  allowedTypes?: 'card'[];
  paymentMethod?: string;
  language: Language;
};

/** The minimum and maximum amount of a payment in yen: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** Opens a payment of `amount` yen. Throws a 400 when the amount is outside Stripe's limits. */
export function createPaymentIntent(deps: Deps, input: CreatePaymentIntent): PaymentIntent {
  if (input.amount < MIN_AMOUNT) {
    throw invalidRequest({ code: 'amount_too_small', param: 'amount', message: `Amount must be at least ¥${MIN_AMOUNT} jpy` });
  }
  if (input.amount > MAX_AMOUNT) {
    throw invalidRequest({ code: 'amount_too_large', param: 'amount', message: `Amount must be no more than ¥${MAX_AMOUNT} jpy` });
  }
  const method = input.paymentMethod && resolvePaymentMethod(deps, { id: input.paymentMethod, language: input.language });
  const intent = newPaymentIntent(deps, input);
  const opened: PaymentIntent = method ? { ...intent, payment_method: method.id, status: 'requires_confirmation' } : intent;
  deps.tx.put('payment_intents', opened);
  recordEvent(deps, { type: 'payment_intent.created', object: opened });
  return opened;
}

function newPaymentIntent(deps: Deps, input: CreatePaymentIntent): PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowedTypes ?? null,
    amount: input.amount,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: seconds(deps),
    currency: input.currency,
    description: input.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: input.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: input.receiptEmail ?? null,
    status: 'requires_payment_method',
  };
}
