import { declineLineSchema, orderLineParamsSchema, orderTimelineSchema } from '@stagereel/contracts';
import { actorOf, errorResponses } from '@stagereel/service-kit';
import { toOrderTimeline } from '../domain/order/order-timeline.ts';
import { declineLine } from '../domain/refund/decline-line.ts';
import type { RouteDeps } from './route-deps.ts';

export const refundRoutes = ({ server, deps }: RouteDeps): void => {
  server.post(
    '/api/orders/:orderNumber/lines/:lineId/decline',
    {
      config: { guard: 'admin' },
      schema: {
        tags: ['orders of the back office'],
        summary: 'Decline to produce a video and refund its price to the card',
        params: orderLineParamsSchema,
        body: declineLineSchema,
        response: { 200: orderTimelineSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return toOrderTimeline(deps, await declineLine(deps, { orderNumber, lineNumber, ...request.body, actor: actorOf(request) }));
    },
  );
};
