import {
  closeTaskSchema,
  confirmReceiptSchema,
  orderStatusPageSchema,
  orderStatusParamsSchema,
  orderTaskParamsSchema,
  orderTimelineSchema,
  reportProblemSchema,
  resendRejectedSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses } from '@stagereel/service-kit';
import { confirmReceipt, reportProblem } from '../domain/follow-up/delivery-feedback.ts';
import { closeTask, resendRejected } from '../domain/follow-up/handle-task.ts';
import { awaitMail } from '../domain/order/await-mail.ts';
import { readOrderTimeline, toOrderTimeline } from '../domain/order/order-timeline.ts';
import { statusPageOf } from '../domain/status/order-status.ts';
import type { RouteDeps } from './route-deps.ts';

const admin = { guard: 'admin' } as const;
const adminTags = ['orders of the back office'];
const timeline = { 200: orderTimelineSchema, ...errorResponses(404, 409) };

const customer = { guard: 'public' } as const;
const customerTags = ['orders of customers'];
const statusPage = { 200: orderStatusPageSchema, ...errorResponses(404, 409) };

export const followUpRoutes = ({ server, deps }: RouteDeps): void => {
  server.post(
    '/api/order-status/:token/received',
    {
      config: customer,
      schema: {
        tags: customerTags,
        summary: 'Confirm a delivery',
        params: orderStatusParamsSchema,
        body: confirmReceiptSchema,
        response: statusPage,
      },
    },
    async (request) => statusPageOf(deps, await confirmReceipt(deps, { ...request.params, ...request.body })),
  );

  server.post(
    '/api/order-status/:token/problems',
    {
      config: customer,
      schema: {
        tags: customerTags,
        summary: 'Report a problem with a delivery; the same key reports it once',
        params: orderStatusParamsSchema,
        body: reportProblemSchema,
        response: statusPage,
      },
    },
    async (request) => statusPageOf(deps, await reportProblem(deps, { ...request.params, ...request.body })),
  );

  server.post(
    '/api/admin/orders/:orderNumber/tasks/:taskId/resend',
    {
      config: admin,
      schema: {
        tags: adminTags,
        summary: 'Correct the address of an order and send its rejected mails again',
        params: orderTaskParamsSchema,
        body: resendRejectedSchema,
        response: { ...timeline, ...errorResponses(410) },
      },
    },
    async (request) => {
      const { orderNumber } = request.params;
      await awaitMail(deps, await resendRejected(deps, { ...request.params, ...request.body, actor: actorOf(request) }));
      return readOrderTimeline(deps, { orderNumber });
    },
  );

  server.post(
    '/api/admin/orders/:orderNumber/tasks/:taskId/close',
    {
      config: admin,
      schema: {
        tags: adminTags,
        summary: 'Close a task with a note',
        params: orderTaskParamsSchema,
        body: closeTaskSchema,
        response: timeline,
      },
    },
    async (request) => toOrderTimeline(deps, await closeTask(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );
};
