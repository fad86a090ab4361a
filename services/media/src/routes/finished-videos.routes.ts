import { finishedVideosRequestSchema, finishedVideosSchema, idParamsSchema, sha256Schema } from '@stagereel/contracts';
import { AppError, errorResponses, fileResponses, pageErrorResponses } from '@stagereel/service-kit';
import { z } from 'zod';
import { findFinishedVideo, findFinishedVideos } from '../domain/download/finished-videos.ts';
import { listSpentClaims } from '../domain/download/tickets.ts';
import { viewErrorHandler } from './error-pages.ts';
import type { RouteDeps } from './route-deps.ts';
import { sendFile, setFileHeaders } from './serve-file.ts';

/** Finished videos for orders and admins, and their previews for customers. None of these requests uses up a quota or changes a claim. */
export const finishedVideoRoutes = ({ server, deps, metrics }: RouteDeps): void => {
  server.post(
    '/internal/finished-videos',
    {
      config: { guard: 'internal', callers: ['orders'] },
      schema: {
        tags: ['internal'],
        summary: 'What orders needs to know of finished videos and their claims',
        body: finishedVideosRequestSchema,
        response: { 200: finishedVideosSchema },
      },
    },
    async ({ body: { ids, claimIds } }) => {
      const [videos, spentClaims] = await Promise.all([findFinishedVideos(deps, ids), listSpentClaims(deps, claimIds)]);
      return { videos, spentClaims };
    },
  );

  server.get(
    '/api/admin/finished-videos/:id',
    {
      config: { guard: 'admin' },
      errorHandler: viewErrorHandler,
      schema: {
        tags: ['media'],
        summary: 'A finished video for admins to watch; does not count as a download of its customer',
        params: idParamsSchema,
        response: { ...fileResponses('video/*'), ...pageErrorResponses(404) },
      },
    },
    async (request, reply) => {
      const { original, lineId } = await findFinishedVideo(deps, request.params.id);
      const { size, contentType, hash, extension } = original;
      const file = { size, contentType, etag: `"${hash}"`, cacheControl: 'private, no-store' };
      const range = setFileHeaders({ request, reply, file });
      reply.header('content-disposition', `inline; filename="${lineId}.${extension}"`);
      return sendFile({ storage: deps.storage, request, reply, file: original, range, metrics });
    },
  );

  server.get(
    '/api/download/previews/:hash',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['download'],
        summary: 'The preview clip or the poster of a finished video',
        params: z.object({ hash: sha256Schema }),
        response: { ...fileResponses('image/*', 'video/*'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { hash } = request.params;
      const preview = await deps.media.findPreview(hash);
      if (!preview) throw new AppError('NotFound');
      const { size, contentType } = preview;
      const file = { size, contentType, etag: `"${hash}"`, cacheControl: 'private, no-store' };
      const range = setFileHeaders({ request, reply, file });
      return sendFile({ storage: deps.storage, request, reply, file: preview, range, metrics });
    },
  );
};
