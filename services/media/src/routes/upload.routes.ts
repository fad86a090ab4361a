import {
  CHUNK_BYTES,
  chunkFormSchema,
  chunkStoredSchema,
  completeUploadSchema,
  idParamsSchema,
  noContentSchema,
  openUploadSchema,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadRefSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses, type Server } from '@stagereel/service-kit';
import { toUploadedMedia } from '../domain/library/media-views.ts';
import { cancelUpload } from '../domain/upload/cancel-upload.ts';
import { completeUpload } from '../domain/upload/complete-upload.ts';
import { getUploadExpiry, getUploadStatus } from '../domain/upload/find-upload.ts';
import { openUpload } from '../domain/upload/open-upload.ts';
import { receiveChunk } from '../domain/upload/receive-chunk.ts';
import { readChunkForm } from './chunk-form.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['media'];
const config = { guard: 'admin' } as const;
const params = idParamsSchema;

/** Chunked uploads: init, chunks, status, complete, cancel. */
export const uploadRoutes = async ({ server, deps, spool, chunkTimeouts, metrics }: RouteDeps): Promise<void> => {
  server.post(
    '/api/contests/:id/media/chunked-init',
    {
      config,
      schema: {
        tags,
        summary: 'Open an upload',
        params,
        body: openUploadSchema,
        response: { 201: uploadOpenedSchema, ...errorResponses(404, 409, 507) },
      },
    },
    async (request, reply) => {
      const upload = await openUpload(deps, { contestId: request.params.id, file: request.body });
      const { id: uploadId, totalChunks } = upload;
      const expiresAt = getUploadExpiry(deps, upload).toISOString();
      return reply.code(201).send({ uploadId, chunkSize: CHUNK_BYTES, totalChunks, expiresAt });
    },
  );

  // In its own scope: only here the multipart body is not parsed by Fastify, because the handler reads it as a stream.
  await server.register(async (scope: Server) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    scope.post(
      '/api/contests/:id/media/chunked-upload',
      {
        config: { guard: 'admin', publishedBody: chunkFormSchema },
        schema: {
          tags,
          summary: 'Send one chunk: multipart/form-data with uploadId, chunkIndex and the file chunk',
          consumes: ['multipart/form-data'],
          params,
          response: { 200: chunkStoredSchema, ...errorResponses(404, 409, 507) },
        },
      },
      (request) =>
        readChunkForm({
          request,
          spool,
          timeouts: chunkTimeouts,
          use: async ({ uploadId, chunkIndex, body }) => {
            const stored = await receiveChunk(deps, { contestId: request.params.id, uploadId, index: chunkIndex, body });
            metrics.uploaded(stored.size);
            return { uploadId, chunkIndex, size: stored.size, crc32: stored.checksum.toString(16).padStart(8, '0') };
          },
        }),
    );
  });

  server.get(
    '/api/contests/:id/media/chunked-status',
    {
      config,
      schema: {
        tags,
        summary: 'The state of an upload and its missing chunks',
        params,
        querystring: uploadRefSchema,
        response: { 200: uploadStatusSchema, ...errorResponses(404) },
      },
    },
    async (request) => getUploadStatus(deps, { contestId: request.params.id, uploadId: request.query.uploadId }),
  );

  server.post(
    '/api/contests/:id/media/chunked-complete',
    {
      config,
      schema: {
        tags,
        summary: 'Complete an upload; 202 while a large file is being checked',
        params,
        body: completeUploadSchema,
        response: { 200: uploadedMediaSchema, 202: uploadStatusSchema, ...errorResponses(404, 409, 507) },
      },
    },
    async (request, reply) => {
      const { uploadId, sha256 = null } = request.body;
      const key = { contestId: request.params.id, uploadId };
      const media = await completeUpload(deps, { ...key, sha256, actor: actorOf(request) });
      return media ? toUploadedMedia(media) : reply.code(202).send(await getUploadStatus(deps, key));
    },
  );

  server.post(
    '/api/contests/:id/media/chunked-cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Cancel an upload and remove its bytes',
        params,
        body: uploadRefSchema,
        response: { 204: noContentSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      await cancelUpload(deps, { contestId: request.params.id, uploadId: request.body.uploadId });
      return reply.code(204).send();
    },
  );
};
