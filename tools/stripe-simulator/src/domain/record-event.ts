import type { Transaction } from '../store.ts';
import type { Event, EventType } from '../stripe-types.ts';
import { type Deps, seconds } from './deps.ts';
import { newId } from './ids.ts';

/** The events that are sent to the webhook, like the subscription of an endpoint in Stripe's dashboard. */
const subscribedTypes: ReadonlySet<EventType> = new Set<EventType>([
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.failed',
]);

/** Records an event about `object` and queues it for the webhook, in the same step as the change itself. */
export function recordEvent(deps: Deps, input: { type: EventType; object: unknown; previous?: Record<string, unknown> }): void {
  const created = seconds(deps);
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    api_version: deps.apiVersion,
    created,
    data: { object: input.object, ...(input.previous && { previous_attributes: input.previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: deps.request?.id ?? null, idempotency_key: deps.request?.idempotencyKey ?? null },
    type: input.type,
  };
  deps.tx.put('events', event);
  if (!subscribedTypes.has(input.type)) return;
  deps.tx.put('deliveries', {
    id: event.id,
    type: input.type,
    status: 'pending',
    attempts: 0,
    created,
    nextAttemptAt: deps.now().getTime(),
    lastStatus: null,
    lastError: null,
  });
}

/** An event as API and webhook show it, with the number of pending webhooks. */
export function eventView(deps: { tx: Pick<Transaction, 'get'> }, event: Event): Event {
  return { ...event, pending_webhooks: deps.tx.get('deliveries', event.id)?.status === 'pending' ? 1 : 0 };
}
