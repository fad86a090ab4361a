import { webhookReceivedSchema } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { handleProviderEvent } from '../domain/handle-provider-event.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

/** Nothing is read from a body but by the signature over its very bytes, so this route alone has a parser that leaves them as they are. */
export const stripeWebhookRoutes = ({ server, deps, readWebhook }: Pick<RouteDeps, 'server' | 'deps' | 'readWebhook'>): void => {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.post(
      '/api/stripe/webhook',
      {
        config: { guard: 'signed' },
        schema: {
          tags: ['payment'],
          summary: 'What Stripe tells, signed; any answer but 200 makes it come again',
          response: { 200: webhookReceivedSchema, ...refusals },
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
