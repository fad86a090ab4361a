import { sha256Schema } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { z } from 'zod';
import { answerFile } from '../files/file-answer.ts';
import { sendStored } from '../files/send-stored.ts';
import type { RouteDeps } from './route-deps.ts';

const params = z.object({ hash: sha256Schema });
const DAY = 'private, max-age=86400';

/** Previews of finished videos, for whoever was told their address by a download page. Looking uses nothing up. */
export const previewRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.get(
    '/api/download/previews/:hash',
    { config: { guard: 'public' }, schema: { tags: ['download'], summary: 'A short cut of a finished video, to look at', params } },
    async (request, reply) => {
      const { hash } = request.params;
      const file = await deps.media.findPreview(hash);
      if (!file) throw new AppError('NotFound');
      const facts = { size: file.size, contentType: file.contentType, etag: `"${hash}"`, cacheControl: DAY };
      const range = answerFile({ request, reply, file: facts });
      return sendStored({ storage: deps.storage, request, reply, stored: { file, range } });
    },
  );
};
