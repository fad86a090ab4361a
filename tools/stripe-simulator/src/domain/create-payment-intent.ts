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
  statementDescriptor?: string;
  statementDescriptorSuffix?: string;
  allowRedirects: 'always' | 'never';
  allowedTypes?: 'card'[];
  isAutomatic: boolean;
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
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.isAutomatic ? { allow_redirects: input.allowRedirects, enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: seconds(deps),
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: input.statementDescriptor ?? null,
    statement_descriptor_suffix: input.statementDescriptorSuffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}
