import {
  idParamsSchema,
  MAX_THUMBNAIL_BYTES,
  mediaListSchema,
  mediaSchema,
  noContentSchema,
  PUBLIC_CACHE_CONTROL,
  thumbnailParamsSchema,
  thumbnailSchema,
  updateMediaSchema,
  uploadThumbnailSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses, readViewer } from '@stagereel/service-kit';
import { deleteMedia, listMedia, reorderMedia } from '../domain/library/manage-media.ts';
import { findThumbnail, removeThumbnail, setThumbnail } from '../domain/library/thumbnails.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['media'];
const params = idParamsSchema;
const admin = { guard: 'admin' } as const;
/** The largest thumbnail in base64, and the rest of the JSON. */
const THUMBNAIL_BODY_BYTES = Math.ceil(MAX_THUMBNAIL_BYTES / 3) * 4 + 16 * 1024;

/** The library of a contest: its cover pictures, its sample pictures and videos, and their thumbnails. */
export const libraryRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests/:id/media',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'The media of a contest; those of an unpublished contest only for admins',
        params,
        response: { 200: mediaListSchema, ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer({ request, sessions });
      const media = await listMedia(deps, { contestId: request.params.id, ...viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return media;
    },
  );

  server.patch(
    '/api/media/:id',
    {
      config: admin,
      schema: {
        tags,
        summary: 'Change the display order of a medium',
        params,
        body: updateMediaSchema,
        response: { 200: mediaSchema, ...errorResponses(404) },
      },
    },
    (request) => reorderMedia(deps, { id: request.params.id, update: request.body, actor: actorOf(request) }),
  );

  server.delete(
    '/api/media/:id',
    {
      config: admin,
      schema: { tags, summary: 'Delete a medium and its files', params, response: { 204: noContentSchema, ...errorResponses(404) } },
    },
    async (request, reply) => {
      await deleteMedia(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/media/:id/thumbnail',
    {
      config: admin,
      bodyLimit: THUMBNAIL_BODY_BYTES,
      schema: {
        tags,
        summary: 'Set the thumbnail of a medium (1080×1080)',
        params,
        body: uploadThumbnailSchema,
        response: { 200: thumbnailSchema, ...errorResponses(404, 507) },
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
      schema: { tags, summary: 'Remove the thumbnail of a medium', params, response: { 204: noContentSchema, ...errorResponses(404) } },
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
      schema: {
        tags,
        summary: 'Redirect to the thumbnail of a medium; of an unpublished contest only for admins',
        params: thumbnailParamsSchema,
        response: { 302: noContentSchema.describe('the address of the thumbnail'), ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) =>
      reply.redirect(await findThumbnail(deps, { ...request.params, ...(await readViewer({ request, sessions })) }), 302),
  );
};
