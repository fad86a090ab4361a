import {
  createPaymentIntentSchema,
  ORDER_BODY_BYTES,
  paymentConfirmationResponseSchema,
  paymentConfirmationSchema,
  paymentIntentResponseSchema,
  placedOrdersSchema,
  placeOrderSchema,
  WEBHOOK_BODY_BYTES,
  webhookReceivedSchema,
} from '@stagereel/contracts';
import { AppError, errorResponses, provenEmailsOf } from '@stagereel/service-kit';
import { z } from 'zod';
import { confirmPaymentMail, getPlacedLines } from '../domain/payment/confirm-order.ts';
import { handleProviderEvent } from '../domain/payment/handle-provider-event.ts';
import { openPayment } from '../domain/payment/open-payment.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['payment'];

const headers = z.looseObject({
  'idempotency-key': z.string().optional().describe('Required. The same key and body always return the same order and payment.'),
});

export const paymentRoutes = (routeDeps: RouteDeps): void => {
  const { server, deps, config } = routeDeps;
  const provider = { publishableKey: config.STRIPE_PUBLISHABLE_KEY, providerUrl: config.STRIPE_PUBLIC_URL ?? null };

  server.post(
    '/api/create-payment-intent',
    {
      bodyLimit: ORDER_BODY_BYTES,
      config: { guard: 'proven' },
      schema: {
        tags,
        summary: 'Create an order that awaits its payment, and open the payment',
        headers,
        body: createPaymentIntentSchema,
        response: { 200: paymentIntentResponseSchema, ...errorResponses(409) },
      },
    },
    async (request) => {
      const { order, intentId, clientSecret } = await openPayment(deps, {
        verifiedEmails: provenEmailsOf(request),
        idempotencyKey: request.headers['idempotency-key'],
        body: request.body,
      });
      return { clientSecret, paymentIntentId: intentId, orderNumber: order.number, amount: order.total, ...provider };
    },
  );

  server.post(
    '/api/orders',
    {
      bodyLimit: ORDER_BODY_BYTES,
      config: { guard: 'proven' },
      schema: {
        tags: ['orders of customers'],
        summary: 'Get the stored line of each paid item; an array returns an array, a single record a single line',
        body: placeOrderSchema,
        response: { 200: placedOrdersSchema, ...errorResponses(402, 404) },
      },
    },
    async (request) => {
      const emails = provenEmailsOf(request);
      if (Array.isArray(request.body)) return getPlacedLines(deps, { emails, records: request.body });
      const [line] = await getPlacedLines(deps, { emails, records: [request.body] });
      if (!line) throw new AppError('OrderNotFound');
      return line;
    },
  );

  server.post(
    '/api/send-payment-confirmation',
    {
      config: { guard: 'proven' },
      schema: {
        tags,
        summary: 'Whether the confirmation mail of a payment was sent',
        body: paymentConfirmationSchema,
        response: { 200: paymentConfirmationResponseSchema, ...errorResponses(402, 404) },
      },
    },
    async (request) => confirmPaymentMail(deps, { emails: provenEmailsOf(request), orderNumber: request.body.orderNumber }),
  );

  webhookRoute(routeDeps);
};

/** The signature covers the raw bytes of the body, so this route alone has a parser that keeps them. */
const webhookRoute = ({ server, deps, readWebhook }: RouteDeps): void => {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.post(
      '/api/stripe/webhook',
      {
        bodyLimit: WEBHOOK_BODY_BYTES,
        config: { guard: 'signed', publishedBody: z.looseObject({}).describe('an event of Stripe') },
        schema: {
          tags,
          summary: 'Receive a signed webhook from Stripe, which repeats it until the response is 200',
          headers: z.looseObject({ 'stripe-signature': z.string().optional().describe('Required.') }),
          response: { 200: webhookReceivedSchema },
        },
      },
      async (request) => {
        const signature = request.headers['stripe-signature'];
        if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw new AppError('WebhookInvalid');
        await handleProviderEvent(deps, readWebhook({ body: request.body, signature }));
        return { received: true as const };
      },
    );
  });
};
