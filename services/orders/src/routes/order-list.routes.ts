import { adminLineListSchema, flaggedPaymentListSchema, noContentSchema } from '@stagereel/contracts';
import { sendReadyJson } from '@stagereel/service-kit';
import { listFlagged } from '../domain/list-flagged.ts';
import { createOrderBoard } from './order-board.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['orders of the back office'];

export const orderListRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  const board = createOrderBoard(deps);

  server.get(
    '/api/orders',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Lines of all paid orders, newest first; 304 for who has them by their ETag',
        response: { 200: adminLineListSchema, 304: noContentSchema.describe('not modified'), ...refusals },
      },
    },
    async (request, reply) => sendReadyJson({ request, reply, ready: await board.get() }),
  );

  server.get(
    '/api/orders/flagged',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Payments that do not fit their order', response: { 200: flaggedPaymentListSchema, ...refusals } },
    },
    async () => listFlagged(deps),
  );
};
