import { chunkStoredSchema, idParamsSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { receiveChunk } from '../domain/uploads/receive-chunk.ts';
import { readChunkForm } from './chunk-form.ts';
import { refusals } from './refusals.ts';
import type { RouteDeps } from './route-deps.ts';

/** Longer than a chunk may take to come in, which is what ends one that crawls. */
const HANDLER_RESERVE_MS = 30_000;

type Deps = Pick<RouteDeps, 'server' | 'deps' | 'spool' | 'chunkTime'>;

/** The bytes of uploads, in a scope of its own: here alone a form's body is left to the handler, which reads it as a stream. */
export const chunkRoutes = async ({ server, deps, spool, chunkTime }: Deps): Promise<void> => {
  await server.register(async (scope: Server) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    scope.post(
      '/api/contests/:id/media/chunked-upload',
      {
        config: { guard: 'admin', isStreamed: true },
        handlerTimeout: chunkTime.totalMs + HANDLER_RESERVE_MS,
        schema: {
          tags: ['media'],
          summary: 'One chunk of an upload: multipart/form-data with uploadId, chunkIndex and the file chunk',
          consumes: ['multipart/form-data'],
          params: idParamsSchema,
          response: { 200: chunkStoredSchema, ...refusals },
        },
      },
      (request) =>
        readChunkForm({
          request,
          spool,
          chunkTime,
          use: async ({ uploadId, chunkIndex, body }) => {
            const stored = await receiveChunk(deps, { contestId: request.params.id, uploadId, index: chunkIndex, body });
            return { uploadId, chunkIndex, size: stored.size, crc32: stored.checksum.toString(16).padStart(8, '0') };
          },
        }),
    );
  });
};
