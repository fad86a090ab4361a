import { orderLookupAnswerSchema, orderLookupSchema } from '@stagereel/contracts';
import { lookUpOrder } from '../domain/look-up-order.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

export const orderLookupRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/api/orders/lookup',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['orders of customers'],
        summary: 'Have the way to an order mailed to its address; the answer never tells whether there is such an order',
        body: orderLookupSchema,
        response: { 202: orderLookupAnswerSchema, ...refusals },
      },
    },
    async (request, reply) => {
      await lookUpOrder(deps, { ...request.body, ip: request.ip });
      return reply.status(202).send({ message: texts.lookupTaken });
    },
  );
};
