import type { Authentication } from '../rows.ts';
import type { PaymentIntent, PaymentMethod } from '../stripe-types.ts';
import { authenticationFailure } from './card-refusals.ts';
import type { Deps } from './deps.ts';
import { newId } from './ids.ts';
import { moveTo } from './payment-intent-states.ts';
import { cardOf } from './payment-method.ts';
import { recordEvent } from './record-event.ts';
import { failPayment, settlePayment } from './settle-payment.ts';

/** Sends the customer to the bank's page (3-D Secure), which returns to `returnUrl`. Earlier pages of this payment become invalid. */
export function requireAuthentication(
  deps: Deps,
  input: { intent: PaymentIntent; method: PaymentMethod; returnUrl: string },
): PaymentIntent {
  const authentication: Authentication = {
    id: newId('auth'),
    payment_intent: input.intent.id,
    payment_method: input.method.id,
    return_url: input.returnUrl,
  };
  const waiting = moveTo(input.intent, 'requires_action', {
    last_payment_error: null,
    payment_method: input.method.id,
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: input.returnUrl, url: authenticationUrl({ publicUrl: deps.publicUrl, id: authentication.id }) },
    },
  });
  deps.tx.put('authentications', authentication);
  deps.tx.put('payment_intents', waiting);
  recordEvent(deps, { type: 'payment_intent.requires_action', object: waiting });
  return waiting;
}

const authenticationUrl = (input: { publicUrl: string; id: string }) => `${input.publicUrl}/redirect/authenticate/${input.id}`;

/**
 * The payment of a bank page; undefined if there is no such page. `isOpen`: whether the page still waits for a decision, which is not
 * the case after a decision, or after the payment was cancelled or confirmed again.
 */
export function findAuthentication(
  deps: Pick<Deps, 'tx'>,
  id: string,
): { authentication: Authentication; intent: PaymentIntent; isOpen: boolean } | undefined {
  const authentication = deps.tx.get('authentications', id);
  const intent = authentication && deps.tx.get('payment_intents', authentication.payment_intent);
  if (!authentication || !intent) return undefined;
  const isCurrent = intent.next_action?.redirect_to_url?.url?.endsWith(`/${id}`) ?? false;
  return { authentication, intent, isOpen: intent.status === 'requires_action' && isCurrent };
}

/** The customer's decision on the bank's page. Further decisions change nothing. Returns the address of the shop's page. */
export function decideAuthentication(deps: Deps, input: { id: string; isAllowed: boolean }): string | undefined {
  const found = findAuthentication(deps, input.id);
  if (!found) return undefined;
  if (!found.isOpen) return returnAddress(found);
  const { authentication, intent } = found;
  const method = deps.tx.get('payment_methods', authentication.payment_method);
  if (!method) throw new Error(`Payment method ${authentication.payment_method} does not exist`);
  const result = input.isAllowed ? settlePayment(deps, { intent, method }) : refuse(deps, { intent, method });
  return returnAddress({ authentication, intent: result });
}

function refuse(deps: Deps, input: { intent: PaymentIntent; method: PaymentMethod }): PaymentIntent {
  const { language } = cardOf(deps, input.method.id);
  const error = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message: authenticationFailure[language],
  } as const;
  return failPayment(deps, { ...input, error });
}

/** The shop's address with the parameters that its page needs to find the payment, as Stripe adds them. */
export function returnAddress(input: { authentication: Authentication; intent: PaymentIntent }): string {
  const { authentication, intent } = input;
  const isGood = intent.status === 'succeeded' || intent.status === 'processing';
  const address = new URL(authentication.return_url);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  address.searchParams.set('redirect_status', isGood ? 'succeeded' : 'failed');
  return address.href;
}
