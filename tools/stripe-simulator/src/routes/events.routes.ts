import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listPage, listQuery } from '../domain/list-page.ts';
import { listParams, textParam } from '../domain/parse-params.ts';
import { eventView } from '../domain/record-event.ts';
import { type Api, ok } from '../http/api.ts';
import type { Store } from '../store.ts';

const eventListParams = z.strictObject({ ...listParams, type: textParam.optional(), types: z.array(textParam).optional() });

/** https://docs.stripe.com/api/events/list */
export function eventRoutes(app: FastifyInstance, { api, store }: { api: Api; store: Store }): void {
  app.get(
    '/events',
    api.read({
      schema: eventListParams,
      run: (deps, { params }) => {
        const types = params.types ?? (params.type ? [params.type] : undefined);
        const rows = store.all('events').filter((event) => types?.includes(event.type) ?? true);
        const page = listPage({ rows, query: listQuery(params), url: '/v1/events', noun: 'event' });
        return ok({ ...page, data: page.data.map((event) => eventView(deps, event)) });
      },
    }),
  );
}
