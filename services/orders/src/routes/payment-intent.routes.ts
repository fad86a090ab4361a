import { createPaymentIntentSchema, paymentIntentAnswerSchema } from '@stagereel/contracts';
import { provenEmailsOf } from '@stagereel/service-kit';
import { z } from 'zod';
import { openPayment } from '../domain/open-payment.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const headers = z.looseObject({
  'idempotency-key': z.string().optional().describe('required: the same key and body always meet the same order and payment'),
});

export const paymentIntentRoutes = ({ server, deps, config }: Pick<RouteDeps, 'server' | 'deps' | 'config'>): void => {
  const provider = { publishableKey: config.STRIPE_PUBLISHABLE_KEY, providerUrl: config.STRIPE_PUBLIC_URL ?? null };

  server.post(
    '/api/create-payment-intent',
    {
      config: { guard: 'proven' },
      schema: {
        tags: ['payment'],
        summary: 'Store an order as awaiting payment and open its payment',
        headers,
        body: createPaymentIntentSchema,
        response: { 200: paymentIntentAnswerSchema, ...refusals },
      },
    },
    async (request) => {
      const idempotencyKey = request.headers['idempotency-key'];
      const { order, intentId, clientSecret } = await openPayment(deps, {
        provenEmails: provenEmailsOf(request),
        idempotencyKey,
        body: request.body,
      });
      return { clientSecret, paymentIntentId: intentId, orderNumber: order.number, amount: order.total, ...provider };
    },
  );
};
