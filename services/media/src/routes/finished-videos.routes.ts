import { idParamsSchema } from '@stagereel/contracts';
import { findFinishedVideo } from '../domain/downloads/find-finished-video.ts';
import { answerFile } from '../files/file-answer.ts';
import { sendStored } from '../files/send-stored.ts';
import { refuseView } from './download-refusal.ts';
import type { RouteDeps } from './route-deps.ts';

const options = {
  config: { guard: 'admin' as const },
  errorHandler: refuseView,
  schema: {
    tags: ['media'],
    summary: 'A finished video for admins, to look at; it is no download of its customer',
    params: idParamsSchema,
  },
};

/** The videos of orders, waiting or delivered, as they were uploaded. Nothing is counted, and no claim is touched. */
export const finishedVideoRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.get('/api/admin/finished-videos/:id', options, async (request, reply) => {
    const { original, lineId } = await findFinishedVideo(deps, request.params.id);
    const { size, contentType, hash, extension } = original;
    const file = { size, contentType, etag: `"${hash}"`, cacheControl: 'private, no-store' };
    const range = answerFile({ request, reply, file });
    reply.header('content-disposition', `inline; filename="${lineId}.${extension}"`);
    return sendStored({ storage: deps.storage, request, reply, stored: { file: original, range } });
  });
};
