import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../domain/api-error.ts';
import { cancelPaymentIntent, confirmPaymentIntent, findPaymentIntent } from '../domain/change-payment-intent.ts';
import { createPaymentIntent } from '../domain/create-payment-intent.ts';
import type { Deps } from '../domain/deps.ts';
import { listPage, listQuery } from '../domain/list-page.ts';
import { type Api, type ApiResponse, type Call, ok } from '../http/api.ts';
import type { Language } from '../rows.ts';
import type { Store } from '../store.ts';
import type { PaymentIntent } from '../stripe-types.ts';
import {
  type ConfirmParams,
  type CreateParams,
  cancelParams,
  confirmParams,
  createParams,
  paymentIntentListParams,
  retrieveParams,
} from './payment-intents.params.ts';

/** https://docs.stripe.com/api/payment_intents */
export function paymentIntentRoutes(app: FastifyInstance, { api, store }: { api: Api; store: Store }): void {
  app.post('/payment_intents', api.write({ schema: createParams, run: create }));

  app.get(
    '/payment_intents',
    api.read({
      schema: paymentIntentListParams,
      run: (_deps, { params }) =>
        ok(listPage({ rows: store.all('payment_intents'), query: listQuery(params), url: '/v1/payment_intents', noun: 'payment_intent' })),
    }),
  );

  app.get(
    '/payment_intents/:id',
    api.read({ schema: retrieveParams, isBrowserAllowed: true, run: (deps, call) => ok(findOwned(deps, call)) }),
  );

  app.post('/payment_intents/:id/confirm', api.write({ schema: confirmParams, isBrowserAllowed: true, run: confirm }));

  app.post(
    '/payment_intents/:id/cancel',
    api.write({
      schema: cancelParams,
      run: (deps, { id, params }) => ok(cancelPaymentIntent(deps, { id, reason: params.cancellation_reason })),
    }),
  );
}

function create(deps: Deps, { params, language }: Call<CreateParams>): ApiResponse {
  const early = (['payment_method_data', 'return_url'] as const).find((param) => params[param] !== undefined && !params.confirm);
  if (early) throw invalidRequest({ param: early, message: `${early} may only be given together with confirm=true.` });
  const intent = createPaymentIntent(deps, {
    amount: params.amount,
    currency: params.currency,
    metadata: params.metadata,
    description: params.description,
    receiptEmail: params.receipt_email,
    allowedTypes: params.allowed_payment_method_types,
    paymentMethod: params.payment_method,
    language,
  });
  if (!params.confirm) return ok(intent);
  return outcomeOf(
    confirmPaymentIntent(deps, confirmationOf({ id: intent.id, params: { ...params, payment_method: undefined }, language })),
  );
}

function confirm(deps: Deps, call: Call<ConfirmParams>): ApiResponse {
  findOwned(deps, call);
  return outcomeOf(confirmPaymentIntent(deps, confirmationOf(call)));
}

function confirmationOf({ id, params, language }: { id: string; params: ConfirmParams; language: Language }) {
  return {
    id,
    language,
    paymentMethod: params.payment_method,
    card: params.payment_method_data?.card,
    billingDetails: params.payment_method_data?.billing_details,
    receiptEmail: params.receipt_email,
    returnUrl: params.return_url,
  };
}

/** A browser proves with the client secret that the payment is its own. */
function findOwned(deps: Deps, { id, params, caller }: Call<{ client_secret?: string }>): PaymentIntent {
  if (caller === 'publishable' && params.client_secret === undefined) {
    throw invalidRequest({ code: 'parameter_missing', param: 'client_secret', message: 'Missing required param: client_secret.' });
  }
  return findPaymentIntent(deps, { id, clientSecret: params.client_secret });
}

/** A declined card leads to a 402 that contains the payment after the attempt. */
function outcomeOf(intent: PaymentIntent): ApiResponse {
  const isDeclined = intent.status === 'requires_payment_method' && intent.last_payment_error !== null;
  return isDeclined ? { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: intent } } } : ok(intent);
}
