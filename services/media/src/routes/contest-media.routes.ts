import { errorBodySchema, idParamsSchema, mediaListSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { listContestMedia } from '../domain/list-contest-media.ts';
import type { MediaDeps } from '../domain/ports.ts';

export const contestMediaRoutes = (server: Server, deps: MediaDeps): void => {
  const response = { 200: mediaListSchema, '4xx': errorBodySchema };
  const schema = { tags: ['media'], summary: 'The media of a contest', params: idParamsSchema, response };
  server.get('/api/contests/:id/media', { config: { guard: 'public' }, schema }, ({ params }) => listContestMedia(deps, params.id));
};
