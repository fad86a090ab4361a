import { noContentSchema, todaySchema } from '@stagereel/contracts';
import { prepareJson, sendPreparedJson } from '@stagereel/service-kit';
import { countToday } from '../domain/today/count-today.ts';
import type { RouteDeps } from './route-deps.ts';

export const todayRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/admin/today',
    {
      config: { guard: 'admin' },
      schema: {
        tags: ['orders of the back office'],
        summary: 'Count what the shop has to do today; 304 if the ETag matches',
        response: { 200: todaySchema, 304: noContentSchema.describe('not modified') },
      },
    },
    async (request, reply) => {
      const today = countToday(await deps.orderList.facts(), deps.now());
      return sendPreparedJson({ request, reply, ready: await prepareJson(JSON.stringify(today)) });
    },
  );
};
