import {
  CHUNK_BYTES,
  completeUploadSchema,
  idParamsSchema,
  noContentSchema,
  openUploadSchema,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadRefSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { toUploadedMedia } from '../domain/media-views.ts';
import { cancelUpload } from '../domain/uploads/cancel-upload.ts';
import { completeUpload } from '../domain/uploads/complete-upload.ts';
import { openUpload } from '../domain/uploads/open-upload.ts';
import { expiryOf, showUpload } from '../domain/uploads/show-upload.ts';
import { refusals } from './refusals.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['media'];
const config = { guard: 'admin' } as const;
const params = idParamsSchema;

/** Everything of a chunked upload but its bytes. */
export const uploadRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/api/contests/:id/media/chunked-init',
    {
      config,
      schema: { tags, summary: 'Begin an upload', params, body: openUploadSchema, response: { 201: uploadOpenedSchema, ...refusals } },
    },
    async (request, reply) => {
      const upload = await openUpload(deps, { contestId: request.params.id, file: request.body });
      const { id: uploadId, totalChunks } = upload;
      return reply.code(201).send({ uploadId, chunkSize: CHUNK_BYTES, totalChunks, expiresAt: expiryOf(deps, upload).toISOString() });
    },
  );

  server.get(
    '/api/contests/:id/media/chunked-status',
    {
      config,
      schema: {
        tags,
        summary: 'Where an upload stands, and what is missing',
        params,
        querystring: uploadRefSchema,
        response: { 200: uploadStatusSchema, ...refusals },
      },
    },
    async (request) => showUpload(deps, { contestId: request.params.id, uploadId: request.query.uploadId }),
  );

  server.post(
    '/api/contests/:id/media/chunked-complete',
    {
      config,
      schema: {
        tags,
        summary: 'Complete an upload; 202 while a large file is being read through',
        params,
        body: completeUploadSchema,
        response: { 200: uploadedMediaSchema, 202: uploadStatusSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { uploadId, sha256 = null } = request.body;
      const key = { contestId: request.params.id, uploadId };
      const media = await completeUpload(deps, { ...key, sha256, actor: actorOf(request) });
      return media ? toUploadedMedia(media) : reply.code(202).send(await showUpload(deps, key));
    },
  );

  server.post(
    '/api/contests/:id/media/chunked-cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Give an upload up; nothing of it stays',
        params,
        body: uploadRefSchema,
        response: { 204: noContentSchema, ...refusals },
      },
    },
    async (request, reply) => {
      await cancelUpload(deps, { contestId: request.params.id, uploadId: request.body.uploadId });
      return reply.code(204).send();
    },
  );
};
