import { idParamsSchema, mediaListSchema, mediaSchema, noContentSchema, updateMediaSchema } from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { deleteMedia } from '../domain/library/delete-media.ts';
import { listMedia } from '../domain/library/list-media.ts';
import { reorderMedia } from '../domain/library/reorder-media.ts';
import { isAdmin } from './is-admin.ts';
import { refusals } from './refusals.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['media'];
const params = idParamsSchema;

/** A contest's covers and samples. */
export const libraryRoutes = ({ server, deps, sessions }: Pick<RouteDeps, 'server' | 'deps' | 'sessions'>): void => {
  server.get(
    '/api/contests/:id/media',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'The media of a contest; of an unpublished one for admins',
        params,
        response: { 200: mediaListSchema, ...refusals },
      },
    },
    async (request) => listMedia(deps, { contestId: request.params.id, isAdmin: await isAdmin({ sessions, request }) }),
  );

  server.patch(
    '/api/media/:id',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Give a medium another place',
        params,
        body: updateMediaSchema,
        response: { 200: mediaSchema, ...refusals },
      },
    },
    (request) => reorderMedia(deps, { id: request.params.id, wish: request.body, actor: actorOf(request) }),
  );

  server.delete(
    '/api/media/:id',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Delete a medium with its bytes', params, response: { 204: noContentSchema, ...refusals } },
    },
    async (request, reply) => {
      await deleteMedia(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
