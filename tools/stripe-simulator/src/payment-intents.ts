import { invalidRequest, resourceMissing } from './api-error.ts';
import { type Decline, declines, isDecline } from './cards.ts';
import { type Context, newId, randomText, recordEvent, seconds } from './context.ts';
import type { ConfirmParams, CreateIntentParams } from './params.ts';
import { createPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { openDispute } from './refunds.ts';
import type { Authentication, Charge, IntentStatus, LastPaymentError, PaymentIntent, PaymentMethod } from './stripe-types.ts';

/** The minimum and maximum amount of a payment in yen: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** Opens a payment, and charges the card at once with `confirm`. Throws a 400 when a parameter is invalid, and then opens none. */
export function createPaymentIntent(context: Context, params: CreateIntentParams): PaymentIntent {
  const { amount } = params;
  if (amount < MIN_AMOUNT) {
    throw invalidRequest({ code: 'amount_too_small', param: 'amount', message: `Amount must be at least ¥${MIN_AMOUNT} jpy` });
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest({ code: 'amount_too_large', param: 'amount', message: `Amount must be no more than ¥${MAX_AMOUNT} jpy` });
  }
  const early = (['payment_method', 'payment_method_data', 'return_url'] as const).find((param) => params[param] && !params.confirm);
  if (early) throw invalidRequest({ param: early, message: `${early} may only be given together with confirm=true.` });
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount,
    amount_received: 0,
    canceled_at: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: seconds(context),
    currency: params.currency,
    description: params.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: params.metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
    receipt_email: params.receipt_email ?? null,
    status: 'requires_payment_method',
  };
  return params.confirm ? confirmPaymentIntent(context, { intent, params }) : context.store.put('payment_intents', intent);
}

/** Throws a 404 if the payment does not exist, and a 400 if the client secret belongs to another one. */
export function findPaymentIntent(
  { store }: Pick<Context, 'store'>,
  { id, clientSecret }: { id: string; clientSecret?: string },
): PaymentIntent {
  const intent = store.get('payment_intents', id);
  if (!intent) throw resourceMissing({ noun: 'payment_intent', id, param: 'intent' });
  if (clientSecret !== undefined && clientSecret !== intent.client_secret) {
    throw invalidRequest({ param: 'client_secret', message: 'The client_secret provided does not match that of the PaymentIntent.' });
  }
  return intent;
}

/**
 * Tries to charge the card and returns the payment in its new state. A declined card does not throw, because the failed attempt is
 * stored. Throws when the payment cannot be confirmed now, or when the card details are invalid.
 */
export function confirmPaymentIntent(
  context: Context,
  { intent, params }: { intent: PaymentIntent; params: ConfirmParams },
): PaymentIntent {
  requireOpen(intent, 'confirm');
  const method = params.payment_method_data
    ? createPaymentMethod(context, params.payment_method_data)
    : params.payment_method && resolvePaymentMethod(context, params.payment_method);
  if (!method) throw unexpectedState(intent, 'You cannot confirm this PaymentIntent because it is missing a payment method.');
  if (!method.scenario.startsWith('authentication_')) return settlePayment(context, { intent, method });
  if (!params.return_url) {
    throw invalidRequest({
      code: 'parameter_missing',
      param: 'return_url',
      message: 'This card has to be authenticated: give a `return_url`.',
    });
  }
  return requireAuthentication(context, { intent, method, returnUrl: params.return_url });
}

/** Cancels a payment that has not been made. Throws a 400 that contains the payment when its state does not allow that. */
export function cancelPaymentIntent(context: Context, id: string): PaymentIntent {
  const intent = findPaymentIntent(context, { id });
  requireOpen(intent, 'cancel');
  return moveTo(context, intent, { status: 'canceled', canceled_at: seconds(context) });
}

const OPEN: IntentStatus[] = ['requires_payment_method', 'requires_action'];

/** Throws Stripe's error unless the payment can be confirmed or cancelled now: a card payment in `processing` can be neither. */
function requireOpen(intent: PaymentIntent, action: string): void {
  if (!OPEN.includes(intent.status))
    throw unexpectedState(intent, `You cannot ${action} this PaymentIntent: its status is ${intent.status}.`);
}

const unexpectedState = (intent: PaymentIntent, message: string) =>
  invalidRequest({ code: 'payment_intent_unexpected_state', message, payment_intent: intent });

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const events = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
} as const;

/** Stores the payment in its next state, and an event about it. */
function moveTo(context: Context, intent: PaymentIntent, changes: Partial<PaymentIntent> & { status: IntentStatus }): PaymentIntent {
  const moved = context.store.put('payment_intents', { ...intent, next_action: null, last_payment_error: null, ...changes });
  recordEvent(context, { type: events[changes.status], object: moved });
  return moved;
}

type Attempt = { intent: PaymentIntent; method: PaymentMethod };

/**
 * Charges the card once the customer has nothing left to do: at once, or after the authentication. Returns the payment as `succeeded`, as
 * `requires_payment_method` with its `last_payment_error`, or as `processing` while a test delays settlements.
 */
export function settlePayment(context: Context, { intent, method }: Attempt): PaymentIntent {
  const { scenario } = method;
  if (context.isSettlementHeld) return moveTo(context, intent, { status: 'processing', payment_method: method.id });
  if (isDecline(scenario)) return decline(context, { intent, method, reason: scenario });
  if (scenario === 'authentication_then_declined') return decline(context, { intent, method, reason: 'generic_decline' });
  const charge = newCharge(context, { intent, method });
  const paid = { amount_received: charge.amount, latest_charge: charge.id, payment_method: method.id };
  const succeeded = moveTo(context, intent, { status: 'succeeded', ...paid });
  if (scenario === 'disputed') openDispute(context, charge);
  return succeeded;
}

function decline(context: Context, { intent, method, reason }: Attempt & { reason: Decline }): PaymentIntent {
  const charge = newCharge(context, { intent, method, reason });
  const error = { type: 'card_error', decline_code: reason, ...declines[reason], charge: charge.id } as const;
  return failPayment(context, { intent: { ...intent, latest_charge: charge.id }, method, error });
}

/** Lets a payment wait for another card, with the reason in `last_payment_error`. */
function failPayment(
  context: Context,
  { intent, method, error }: Attempt & { error: Omit<LastPaymentError, 'payment_method'> },
): PaymentIntent {
  const last_payment_error = { ...error, payment_method: method };
  return moveTo(context, intent, { status: 'requires_payment_method', last_payment_error, payment_method: null });
}

/** One attempt to charge the card. Like Stripe, the simulator stores failed attempts too. */
function newCharge(context: Context, { intent, method, reason }: Attempt & { reason?: Decline }): Charge {
  const isPaid = reason === undefined;
  return context.store.put('charges', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    created: seconds(context),
    currency: intent.currency,
    disputed: false,
    failure_code: reason ? declines[reason].code : null,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: method.card },
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
  });
}

/** Sends the customer to the bank's page (3-D Secure), which returns to `returnUrl`. Earlier pages of this payment become invalid. */
function requireAuthentication(context: Context, { intent, method, returnUrl }: Attempt & { returnUrl: string }): PaymentIntent {
  const { id } = context.store.put('authentications', {
    id: newId('auth'),
    payment_intent: intent.id,
    payment_method: method.id,
    return_url: returnUrl,
  });
  const redirect_to_url = { return_url: returnUrl, url: `${context.publicUrl}/redirect/authenticate/${id}` };
  const next_action = { type: 'redirect_to_url', redirect_to_url };
  return moveTo(context, intent, { status: 'requires_action', payment_method: method.id, next_action });
}

/**
 * The payment of a bank page; undefined if there is no such page. `isOpen`: whether the page still waits for a decision, which is not
 * the case after a decision, or after the payment was cancelled or confirmed again.
 */
export function findAuthentication({ store }: Pick<Context, 'store'>, id: string) {
  const authentication = store.get('authentications', id);
  const intent = authentication && store.get('payment_intents', authentication.payment_intent);
  const method = authentication && store.get('payment_methods', authentication.payment_method);
  if (!authentication || !intent || !method) return undefined;
  const isOpen = intent.next_action?.redirect_to_url?.url?.endsWith(`/${id}`) ?? false;
  return { authentication, intent, method, isOpen };
}

const AUTHENTICATION_FAILURE = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The card could not be authenticated. Confirm again with the same or another payment method.',
} as const;

/** The customer's decision on the bank's page. Further decisions change nothing. Returns the address of the shop's page. */
export function decideAuthentication(context: Context, { id, isAllowed }: { id: string; isAllowed: boolean }): string | undefined {
  const found = findAuthentication(context, id);
  if (!found?.isOpen) return found && returnAddress(found);
  const { authentication, intent, method } = found;
  const result = isAllowed
    ? settlePayment(context, { intent, method })
    : failPayment(context, { intent, method, error: AUTHENTICATION_FAILURE });
  return returnAddress({ authentication, intent: result });
}

/** The shop's address with the parameters that its page needs to find the payment, as Stripe adds them. */
export function returnAddress({ authentication, intent }: { authentication: Authentication; intent: PaymentIntent }): string {
  const isGood = intent.status === 'succeeded' || intent.status === 'processing';
  const address = new URL(authentication.return_url);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  address.searchParams.set('redirect_status', isGood ? 'succeeded' : 'failed');
  return address.href;
}
