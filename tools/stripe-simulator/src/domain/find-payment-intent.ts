import type { PaymentIntent } from '../stripe-types.ts';
import { invalidRequest, resourceMissing } from './api-error.ts';
import type { Deps } from './deps.ts';

/** The payment of this id. Throws a 404 when there is none, and a 400 when a client secret is given that is not its own. */
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
