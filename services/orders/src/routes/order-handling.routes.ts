import { deliverOrderSchema, orderCompletedSchema, orderDeliveredAnswerSchema, orderParamsSchema } from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { awaitMail } from '../domain/await-mail.ts';
import { completeOrder } from '../domain/complete-order.ts';
import { deliverOrder } from '../domain/deliver-order.ts';
import { downloadPath } from '../domain/order-views.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['orders of the back office'];

/** What an admin does about paid orders. A base number and a line's number name the same order. */
export const orderHandlingRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.patch(
    '/api/orders/complete/:orderNumber',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Move an order to handled without a delivery',
        params: orderParamsSchema,
        response: { 200: orderCompletedSchema, ...refusals },
      },
    },
    async (request) => {
      const { number, status } = await completeOrder(deps, { orderNumber: request.params.orderNumber, actor: actorOf(request) });
      return { orderNumber: number, status };
    },
  );

  server.post(
    '/api/orders/:orderNumber/deliver',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Store the videos of an order, open its download page and mail its address',
        params: orderParamsSchema,
        body: deliverOrderSchema,
        response: { 200: orderDeliveredAnswerSchema, ...refusals },
      },
    },
    async (request) => {
      const { orderNumber } = request.params;
      const { id, number, status, download } = await deliverOrder(deps, { orderNumber, ...request.body, actor: actorOf(request) });
      const customerEmailSent = await awaitMail(deps, { orderId: id, causedBy: download.eventId });
      return { orderNumber: number, status, downloadPath: downloadPath(download.pageId), customerEmailSent };
    },
  );
};
