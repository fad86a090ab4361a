import { errorBodySchema, ORDER_BODY_BYTES, quoteRefusalSchema, quoteRequestSchema, quoteSchema } from '@stagereel/contracts';
import { quoteItems } from '../domain/quote/quote-items.ts';
import type { RouteDeps } from './route-deps.ts';

export const quoteRoutes = ({ server, deps }: RouteDeps): void => {
  server.post(
    '/internal/quote',
    {
      bodyLimit: ORDER_BODY_BYTES,
      config: { guard: 'internal', callers: ['orders'] },
      schema: {
        tags: ['internal'],
        summary: 'Price the items of an order',
        body: quoteRequestSchema,
        response: { 200: quoteSchema, 400: errorBodySchema, 409: quoteRefusalSchema },
      },
    },
    async (request) => ({ lines: await quoteItems(deps, { items: request.body.items }) }),
  );
};
