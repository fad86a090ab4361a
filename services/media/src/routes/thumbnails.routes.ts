import {
  idParamsSchema,
  MAX_THUMBNAIL_BYTES,
  noContentSchema,
  thumbnailParamsSchema,
  thumbnailSchema,
  uploadThumbnailSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { findThumbnail, removeThumbnail, setThumbnail } from '../domain/library/thumbnails.ts';
import { isAdmin } from './is-admin.ts';
import { refusals } from './refusals.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['media'];
const admin = { guard: 'admin' } as const;
/** The largest picture in base64, and the rest of the JSON. */
const BODY_BYTES = Math.ceil(MAX_THUMBNAIL_BYTES / 3) * 4 + 16 * 1024;

export const thumbnailRoutes = ({ server, deps, sessions }: Pick<RouteDeps, 'server' | 'deps' | 'sessions'>): void => {
  server.post(
    '/api/media/:id/thumbnail',
    {
      config: admin,
      bodyLimit: BODY_BYTES,
      schema: {
        tags,
        summary: 'Give a medium a thumbnail of 1080×1080',
        params: idParamsSchema,
        body: uploadThumbnailSchema,
        response: { 200: thumbnailSchema, ...refusals },
      },
    },
    async (request) => ({
      thumbnailUrl: await setThumbnail(deps, { id: request.params.id, upload: request.body, actor: actorOf(request) }),
    }),
  );

  server.delete(
    '/api/media/:id/thumbnail',
    {
      config: admin,
      schema: { tags, summary: 'Take a thumbnail away', params: idParamsSchema, response: { 204: noContentSchema, ...refusals } },
    },
    async (request, reply) => {
      await removeThumbnail(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );

  server.get(
    '/api/media/thumbnail/:contestId/:mediaId',
    {
      config: { guard: 'public' },
      schema: { tags, summary: "To the thumbnail of a medium; of an unpublished contest's for admins", params: thumbnailParamsSchema },
    },
    async (request, reply) =>
      reply.redirect(await findThumbnail(deps, { ...request.params, isAdmin: await isAdmin({ sessions, request }) }), 302),
  );
};
