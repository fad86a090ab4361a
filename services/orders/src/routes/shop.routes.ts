import { shopInfoSchema } from '@stagereel/contracts';
import { type RouteDeps, refusals } from './route-deps.ts';

/** It changes with a restart only; a few minutes later every browser has heard. */
const CACHE = 'public, max-age=300';

export const shopRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.get(
    '/api/shop',
    {
      config: { guard: 'public' },
      schema: { tags: ['shop'], summary: 'Who sells, as the law wants it named', response: { 200: shopInfoSchema, ...refusals } },
    },
    async (_request, reply) => {
      reply.header('cache-control', CACHE);
      return deps.shop;
    },
  );
};
