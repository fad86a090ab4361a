import { noContentSchema, orderStatusPageSchema, orderStatusParamsSchema } from '@stagereel/contracts';
import { errorResponses, prepareJson, sendPreparedJson } from '@stagereel/service-kit';
import { showOrderStatus } from '../domain/status/order-status.ts';
import type { RouteDeps } from './route-deps.ts';

export const statusRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/order-status/:token',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['orders of customers'],
        summary: 'Show the progress of an order to everybody who has its address; 304 if the ETag matches',
        params: orderStatusParamsSchema,
        response: { 200: orderStatusPageSchema, 304: noContentSchema.describe('not modified'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const page = orderStatusPageSchema.parse(await showOrderStatus(deps, request.params));
      return sendPreparedJson({ request, reply, ready: await prepareJson(JSON.stringify(page)) });
    },
  );
};
