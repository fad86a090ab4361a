import { Stripe } from 'stripe';

/** The API version of the simulator: the one that the installed SDK requests. */
export const apiVersion: string = Stripe.API_VERSION;

/** The `Stripe-Signature` header of a webhook body, computed by the SDK. `timestamp` is in seconds. */
export function signWebhook(input: { payload: string; secret: string; timestamp: number }): string {
  return Stripe.webhooks.generateTestHeaderString(input);
}
