import { idParamsSchema, putPriceDescriptionSchema, savedPriceDescriptionSchema } from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { getPriceDescription } from '../domain/get-price-description.ts';
import { setPriceDescription } from '../domain/set-price-description.ts';
import { refusals } from './answers.ts';
import type { RouteDeps } from './route-deps.ts';
import { viewerOf } from './viewer.ts';

const tags = ['price description'];
const params = idParamsSchema;
const response = { 200: savedPriceDescriptionSchema, ...refusals };

export const priceDescriptionRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests/:id/price-description',
    { config: { guard: 'public' }, schema: { tags, summary: 'What is said about prices', params, response } },
    async (request) => {
      const viewer = await viewerOf({ request, sessions });
      return getPriceDescription(deps, { contestId: request.params.id, viewer });
    },
  );

  server.put(
    '/api/contests/:id/price-description',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Say something else about prices', params, body: putPriceDescriptionSchema, response },
    },
    async (request) => setPriceDescription(deps, { contestId: request.params.id, actor: actorOf(request), wish: request.body }),
  );
};
