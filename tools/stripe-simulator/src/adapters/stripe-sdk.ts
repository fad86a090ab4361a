import { Stripe } from 'stripe';

/** The API version whose shapes the simulator speaks: the one the installed SDK asks for. */
export const apiVersion: string = Stripe.API_VERSION;

/** The `Stripe-Signature` header of a webhook body, by the SDK's own algorithm. `timestamp` is in seconds. */
export function signWebhook(input: { payload: string; secret: string; timestamp: number }): string {
  return Stripe.webhooks.generateTestHeaderString(input);
}
