import { jwksSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import type { RouteDeps } from './route-deps.ts';

export const jwksRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/internal/jwks',
    {
      config: { guard: 'internal' },
      schema: { summary: 'Public keys by which services verify sessions and proofs', tags: ['internal'], response: { 200: jwksSchema } },
    },
    async () => deps.tokens.jwks,
  );
};
