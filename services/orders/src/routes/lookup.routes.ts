import { orderLookupResponseSchema, orderLookupSchema } from '@stagereel/contracts';
import { lookUpOrder } from '../domain/lookup/order-lookup.ts';
import { texts } from '../texts.ts';
import type { RouteDeps } from './route-deps.ts';

export const lookupRoutes = ({ server, deps }: RouteDeps): void => {
  server.post(
    '/api/orders/lookup',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['orders of customers'],
        summary: 'Mail the link of an order to its address; the response does not reveal whether the order exists',
        body: orderLookupSchema,
        response: { 202: orderLookupResponseSchema },
      },
    },
    async (request, reply) => {
      await lookUpOrder(deps, { ...request.body, ip: request.ip });
      return reply.status(202).send({ message: texts.lookupAccepted });
    },
  );
};
