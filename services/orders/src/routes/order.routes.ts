import { customerLineListSchema, orderParamsSchema, orderTimelineSchema, shopInfoSchema } from '@stagereel/contracts';
import { errorResponses, sessionOf } from '@stagereel/service-kit';
import { listOwnLines } from '../domain/order/find-order.ts';
import { readOrderTimeline } from '../domain/order/order-timeline.ts';
import type { RouteDeps } from './route-deps.ts';

/** The shop's information changes only with a restart. */
const SHOP_CACHE_CONTROL = 'public, max-age=300';

export const orderRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/user/orders',
    {
      config: { guard: 'customer' },
      schema: {
        tags: ['orders of customers'],
        summary: 'List the paid lines of the caller’s verified address',
        response: { 200: customerLineListSchema },
      },
    },
    async (request) => {
      const { email, emailProven } = sessionOf(request);
      return emailProven ? listOwnLines(deps, { email }) : [];
    },
  );

  server.get(
    '/api/orders/:orderNumber/life',
    {
      config: { guard: 'admin' },
      schema: {
        tags: ['orders of the back office'],
        summary: 'Show the timeline of an order',
        params: orderParamsSchema,
        response: { 200: orderTimelineSchema, ...errorResponses(404) },
      },
    },
    async (request) => readOrderTimeline(deps, request.params),
  );

  server.get(
    '/api/shop',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['shop'],
        summary: 'Show the seller’s legal information',
        response: { 200: shopInfoSchema },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', SHOP_CACHE_CONTROL);
      return deps.shop;
    },
  );
};
