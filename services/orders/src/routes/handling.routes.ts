import {
  adminLineListSchema,
  correctCustomerSchema,
  flaggedPaymentListSchema,
  mailResentSchema,
  noContentSchema,
  orderChangesSchema,
  orderCompletedSchema,
  orderListQuerySchema,
  orderParamsSchema,
  orderTimelineSchema,
  resendMailSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses, sendPreparedJson } from '@stagereel/service-kit';
import { z } from 'zod';
import { completeOrder, reopenOrder } from '../domain/handling/complete-order.ts';
import { correctCustomer } from '../domain/handling/correct-customer.ts';
import { listFlaggedPayments } from '../domain/handling/list-flagged-payments.ts';
import { resendMail } from '../domain/handling/resend-mail.ts';
import { awaitMail } from '../domain/order/await-mail.ts';
import { toOrderTimeline } from '../domain/order/order-timeline.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['orders of the back office'];
const config = { guard: 'admin' } as const;
const timeline = { 200: orderTimelineSchema, ...errorResponses(404, 409) };

/**
 * The back office's routes for paid orders: list, flagged payments, complete, reopen, correct the address, resend mails. An order is identified by
 * its base number or by the number of one of its lines.
 */
export const handlingRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/orders',
    {
      config,
      schema: {
        tags,
        summary: 'List the lines of all paid orders, newest first, or only what changed since a cursor; 304 if the ETag matches',
        querystring: orderListQuerySchema,
        response: {
          200: z.union([adminLineListSchema, orderChangesSchema]).describe('changes if `since` is given'),
          304: noContentSchema.describe('not modified'),
        },
      },
    },
    async (request, reply) => {
      const { since } = request.query;
      return sendPreparedJson({
        request,
        reply,
        ready: await (since === undefined ? deps.orderList.list() : deps.orderList.changes(since)),
      });
    },
  );

  server.get(
    '/api/orders/flagged',
    {
      config,
      schema: {
        tags,
        summary: 'List payments that an operator must decide about',
        response: { 200: flaggedPaymentListSchema },
      },
    },
    async () => listFlaggedPayments(deps),
  );

  server.patch(
    '/api/orders/complete/:orderNumber',
    {
      config,
      schema: {
        tags,
        summary: 'Complete an order without a delivery',
        params: orderParamsSchema,
        response: { 200: orderCompletedSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { number, status } = await completeOrder(deps, { orderNumber: request.params.orderNumber, actor: actorOf(request) });
      return { orderNumber: number, status };
    },
  );

  server.post(
    '/api/orders/:orderNumber/reopen',
    {
      config,
      schema: { tags, summary: 'Reopen an order that was completed without a delivery', params: orderParamsSchema, response: timeline },
    },
    async (request) => toOrderTimeline(deps, await reopenOrder(deps, { ...request.params, actor: actorOf(request) })),
  );

  server.patch(
    '/api/orders/:orderNumber/customer',
    {
      config,
      schema: {
        tags,
        summary: 'Correct the address of an order; its download page gets a new address too',
        params: orderParamsSchema,
        body: correctCustomerSchema,
        response: timeline,
      },
    },
    async (request) => toOrderTimeline(deps, await correctCustomer(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/mails',
    {
      config,
      schema: {
        tags,
        summary: 'Send a mail of an order again, to its current address',
        params: orderParamsSchema,
        body: resendMailSchema,
        response: { 200: mailResentSchema, ...errorResponses(404, 409, 410) },
      },
    },
    async (request) => {
      const mail = await resendMail(deps, { ...request.params, ...request.body, actor: actorOf(request) });
      return { customerEmailSent: await awaitMail(deps, mail) };
    },
  );
};
