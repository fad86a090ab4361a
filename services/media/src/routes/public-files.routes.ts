import { AppError } from '@stagereel/service-kit';
import { z } from 'zod';
import type { Storage } from '../domain/storage.ts';
import { answerFile } from '../files/file-answer.ts';
import { sendStored } from '../files/send-stored.ts';
import type { RouteDeps } from './route-deps.ts';

const paramsSchema = z.object({ name: z.string().max(80) });
const NAME = /^([0-9a-f]{64})\.([a-z0-9]{2,5})$/;
/** The address names the content: what it answers once it answers always. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Pictures and videos that anybody may see, by addresses that name their content. */
export const publicFileRoutes = ({ server, deps, files }: Pick<RouteDeps, 'server' | 'deps' | 'files'>): void => {
  server.get(
    '/media/:name',
    { config: { guard: 'public' }, schema: { tags: ['media'], summary: 'A picture or video, also in ranges', params: paramsSchema } },
    async (request, reply) => {
      const [, hash = '', extension = ''] = NAME.exec(request.params.name) ?? [];
      const file = await files.find({ hash, extension });
      if (!file) throw new AppError('NotFound');
      const facts = { size: file.size, contentType: file.contentType, etag: `"${hash}"`, cacheControl: FOR_EVER };
      const range = answerFile({ request, reply, file: facts });
      const openSource: Storage['openSource'] = (span) => files.openSource(file, span);
      return sendStored({ storage: { ...deps.storage, openSource }, request, reply, stored: { file, range } });
    },
  );
};
