import { AppError, errorResponses, fileResponses } from '@stagereel/service-kit';
import { z } from 'zod';
import type { Storage } from '../domain/storage/storage.ts';
import type { RouteDeps } from './route-deps.ts';
import { sendFile, setFileHeaders } from './serve-file.ts';

const params = z.object({ name: z.string().max(80) });
const FILE_NAME = /^([0-9a-f]{64})\.([a-z0-9]{2,5})$/;
/** The URL contains the content hash, so the response never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Public pictures and videos, addressed by their content hash. */
export const publicFileRoutes = ({ server, deps, publicFiles, metrics }: RouteDeps): void => {
  server.get(
    '/media/:name',
    {
      config: { guard: 'public' },
      schema: {
        tags: ['media'],
        summary: 'A picture or video, whole or in ranges',
        params,
        response: { ...fileResponses('image/*', 'video/*'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const [, hash = '', extension = ''] = FILE_NAME.exec(request.params.name) ?? [];
      const file = await publicFiles.find({ hash, extension });
      if (!file) throw new AppError('NotFound');
      const { size, contentType } = file;
      const range = setFileHeaders({ request, reply, file: { size, contentType, etag: `"${hash}"`, cacheControl: IMMUTABLE } });
      const read: Storage['read'] = (span) => publicFiles.read(file, span);
      return sendFile({ storage: { ...deps.storage, read }, request, reply, file, range, metrics });
    },
  );
};
