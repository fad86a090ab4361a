import {
  ADMIN_BODY_BYTES,
  deliverOrderSchema,
  openOrdersQuerySchema,
  openOrdersSchema,
  orderDeliveredResponseSchema,
  orderLineParamsSchema,
  orderParamsSchema,
  orderTimelineSchema,
  recallDeliverySchema,
  replaceVideoSchema,
  videoNeedsRequestSchema,
  videoNeedsSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses } from '@stagereel/service-kit';
import { deliverOrder, deliverReady } from '../domain/delivery/deliver-order.ts';
import { recallDelivery } from '../domain/delivery/recall-delivery.ts';
import { replaceVideo } from '../domain/delivery/replace-video.ts';
import { countOpenOrders, findVideoNeeds } from '../domain/delivery/video-needs.ts';
import { awaitMail } from '../domain/order/await-mail.ts';
import type { DeliveredOrder } from '../domain/order/order.ts';
import { toOrderTimeline } from '../domain/order/order-timeline.ts';
import { downloadPath } from '../domain/order/order-views.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['orders of the back office'];
const config = { guard: 'admin' } as const;
const timeline = { 200: orderTimelineSchema, ...errorResponses(404, 409) };

export const deliveryRoutes = ({ server, deps }: RouteDeps): void => {
  const toResponse = async ({ id, number, status, download }: DeliveredOrder) => {
    const customerEmailSent = await awaitMail(deps, { orderId: id, causedBy: download.eventId });
    return { orderNumber: number, status, downloadPath: downloadPath(download.pageId), customerEmailSent };
  };

  server.post(
    '/api/orders/:orderNumber/deliver',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config,
      schema: {
        tags,
        summary: 'Deliver all missing videos of an order: open its download page and mail the customer',
        params: orderParamsSchema,
        body: deliverOrderSchema,
        response: { 200: orderDeliveredResponseSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => toResponse(await deliverOrder(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.post(
    '/api/orders/:orderNumber/deliver-ready',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config,
      schema: {
        tags,
        summary: 'Deliver the finished videos of an order first: open its download page and mail the customer; the others follow',
        params: orderParamsSchema,
        body: deliverOrderSchema,
        response: { 200: orderDeliveredResponseSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => toResponse(await deliverReady(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.post(
    '/api/admin/orders/:orderNumber/recall',
    {
      config,
      schema: {
        tags,
        summary: 'Recall a delivery within minutes after it',
        params: orderParamsSchema,
        body: recallDeliverySchema,
        response: timeline,
      },
    },
    async (request) => toOrderTimeline(deps, await recallDelivery(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.put(
    '/api/admin/orders/:orderNumber/lines/:lineId/video',
    {
      config,
      schema: {
        tags,
        summary: 'Replace a delivered video; the customer can download the new one',
        params: orderLineParamsSchema,
        body: replaceVideoSchema,
        response: timeline,
      },
    },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return toOrderTimeline(deps, await replaceVideo(deps, { orderNumber, lineNumber, ...request.body, actor: actorOf(request) }));
    },
  );

  // Called by media before it deletes finished videos.
  server.post(
    '/internal/video-needs',
    {
      config: { guard: 'internal', callers: ['media'] },
      schema: {
        tags: ['internal'],
        summary: 'Until when order lines need their finished videos',
        body: videoNeedsRequestSchema,
        response: { 200: videoNeedsSchema },
      },
    },
    async (request) => ({ lines: await findVideoNeeds(deps, request.body.lineIds) }),
  );

  // Called by catalog before it deletes a contest.
  server.get(
    '/internal/open-orders',
    {
      config: { guard: 'internal', callers: ['catalog'] },
      schema: {
        tags: ['internal'],
        summary: 'Count the orders that still need a contest',
        querystring: openOrdersQuerySchema,
        response: { 200: openOrdersSchema },
      },
    },
    async (request) => ({ count: await countOpenOrders(deps, request.query.contestId) }),
  );
};
