import { WEBHOOK_TOLERANCE_SECONDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type Stripe from 'stripe';
import type { ProviderEvent } from '../domain/ports.ts';
import { toProviderEvent } from './stripe-mapping.ts';

type SignedBody = { body: Buffer; signature: string };
/** @throws AppError WebhookInvalid for a body that Stripe did not sign, or signed more than five minutes ago */
export type ReadWebhook = (signed: SignedBody) => ProviderEvent;

export const createWebhookReader =
  ({ stripe, secret }: { stripe: Stripe; secret: string }): ReadWebhook =>
  ({ body, signature }) => {
    try {
      return toProviderEvent(stripe.webhooks.constructEvent(body, signature, secret, WEBHOOK_TOLERANCE_SECONDS));
    } catch (cause) {
      throw new AppError('WebhookInvalid', { cause });
    }
  };
