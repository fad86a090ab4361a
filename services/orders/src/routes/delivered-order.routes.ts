import { orderLifeSchema, orderLineParamsSchema, orderParamsSchema, recallDeliverySchema, replaceVideoSchema } from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { lifeBy } from '../domain/order-life.ts';
import { recallDelivery } from '../domain/recall-delivery.ts';
import { replaceVideo } from '../domain/replace-video.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['orders of the back office'];
const config = { guard: 'admin' } as const;
const response = { 200: orderLifeSchema, ...refusals };

/** How an admin puts right what was delivered. */
export const deliveredOrderRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  const lifeOf = lifeBy(deps);

  server.post(
    '/api/admin/orders/:orderNumber/recall',
    {
      config,
      schema: {
        tags,
        summary: 'Take a delivery back, within minutes of it',
        params: orderParamsSchema,
        body: recallDeliverySchema,
        response,
      },
    },
    async (request) => lifeOf(await recallDelivery(deps, { ...request.params, ...request.body, actor: actorOf(request) })),
  );

  server.put(
    '/api/admin/orders/:orderNumber/lines/:lineId/video',
    {
      config,
      schema: {
        tags,
        summary: 'Put another video in the place of a delivered one; its customer may download it once more',
        params: orderLineParamsSchema,
        body: replaceVideoSchema,
        response,
      },
    },
    async (request) => {
      const { orderNumber, lineId: lineNumber } = request.params;
      return lifeOf(await replaceVideo(deps, { orderNumber, lineNumber, ...request.body, actor: actorOf(request) }));
    },
  );
};
