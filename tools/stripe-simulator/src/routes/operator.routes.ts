import type { FastifyInstance } from 'fastify';
import type { Status } from '../domain/payment-intent-states.ts';
import { pageHeaders } from '../pages/html.ts';
import { operatorPage, type ShownPayment } from '../pages/operator.page.ts';
import type { Store } from '../store.ts';
import type { PaymentIntent } from '../stripe-types.ts';

const SHOWN_PAYMENTS = 50;

/** The page for operators: the latest payments, and the test cards. */
export function operatorRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  app.get('/', (_request, reply) => reply.headers(pageHeaders()).send(operatorPage(lastPayments(store))));
}

function lastPayments(store: Store): ShownPayment[] {
  const latestEvents = new Map(store.all('events').map((event) => [(event.data.object as { id?: string }).id, event.id] as const));
  return store
    .all('payment_intents')
    .slice(-SHOWN_PAYMENTS)
    .reverse()
    .map((intent) => shownPayment({ store, intent, event: latestEvents.get(intent.id) }));
}

function shownPayment(input: { store: Store; intent: PaymentIntent; event: string | undefined }): ShownPayment {
  const { store, intent, event } = input;
  const charge = intent.latest_charge ? store.get('charges', intent.latest_charge) : undefined;
  const card = charge?.payment_method_details?.card;
  return {
    id: intent.id,
    created: intent.created,
    amount: intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    orderNumber: intent.metadata['order_number'] ?? intent.metadata['orderNumber'],
    card: card ? `${card.brand} •••• ${card.last4}` : undefined,
    status: intent.status as Status,
    isDisputed: charge?.disputed ?? false,
    webhook: event ? store.get('deliveries', event)?.status : undefined,
  };
}
