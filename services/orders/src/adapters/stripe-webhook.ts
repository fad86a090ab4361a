import { WEBHOOK_TOLERANCE_SECONDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type Stripe from 'stripe';
import type { FailedRefund, ProviderEvent } from '../domain/payment/payment-provider.ts';
import { ATTEMPT, LINE_NUMBER } from './stripe-client.ts';
import { toProviderPayment } from './stripe-payments.ts';
import { toDispute } from './stripe-refunds.ts';

const idOf = (reference: string | { id: string } | null): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : reference;

const toFailedRefund = ({ id: refundId, amount, failure_reason: reason, metadata, payment_intent }: Stripe.Refund): FailedRefund | null => {
  const intentId = idOf(payment_intent);
  const { [LINE_NUMBER]: number, [ATTEMPT]: attempt } = metadata ?? {};
  const line = number && attempt ? { number, attempt: Number(attempt) } : null;
  return intentId === null ? null : { intentId, refundId, amount, reason: reason ?? 'unknown', line };
};

const toProviderEvent = (event: Stripe.Event): ProviderEvent => {
  const irrelevant = { kind: 'irrelevant', type: event.type } as const;
  switch (event.type) {
    case 'payment_intent.succeeded':
      return { kind: 'payment-succeeded', payment: toProviderPayment(event.data.object) };
    case 'charge.refunded': {
      const intentId = idOf(event.data.object.payment_intent);
      return intentId === null ? irrelevant : { kind: 'refunded', intentId, refundedAmount: event.data.object.amount_refunded };
    }
    case 'refund.failed': {
      const failure = toFailedRefund(event.data.object);
      return failure ? { kind: 'refund-failed', failure } : irrelevant;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const intentId = idOf(event.data.object.payment_intent);
      return intentId === null ? irrelevant : { kind: 'disputed', intentId, dispute: toDispute(event.data.object) };
    }
    default:
      return irrelevant;
  }
};

/** The SDK refuses old signatures only. One dated ahead could be replayed until its date has passed. The date is read as the SDK reads it. */
const requireNotAhead = (signature: string): void => {
  const date = signature.split(',').findLast((part) => part.startsWith('t='));
  const secondsAhead = Number.parseInt(date?.slice('t='.length) ?? '', 10) - Date.now() / 1000;
  if (secondsAhead > WEBHOOK_TOLERANCE_SECONDS) throw new Error('The signature is dated ahead');
};

/** Verifies and parses a webhook. @throws AppError WebhookInvalid for an invalid signature, or one more than five minutes old or ahead */
export type ReadWebhook = (signed: { body: Buffer; signature: string }) => ProviderEvent;

type ReaderOptions = { stripe: Stripe; secret: string; onReceived: (createdAt: Date) => void };

export const createWebhookReader =
  ({ stripe, secret, onReceived }: ReaderOptions): ReadWebhook =>
  ({ body, signature }) => {
    try {
      requireNotAhead(signature);
      const event = stripe.webhooks.constructEvent(body, signature, secret, WEBHOOK_TOLERANCE_SECONDS);
      onReceived(new Date(event.created * 1000));
      return toProviderEvent(event);
    } catch (cause) {
      throw new AppError('WebhookInvalid', { cause });
    }
  };
