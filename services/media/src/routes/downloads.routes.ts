import { attachment, browserDigestOf } from '@stagereel/service-kit';
import { z } from 'zod';
import { assertRoom } from '../domain/downloads/assert-room.ts';
import { type Download, findDownload } from '../domain/downloads/find-download.ts';
import { answerFile } from '../files/file-answer.ts';
import { sendStored } from '../files/send-stored.ts';
import { refuseDownload } from './download-refusal.ts';
import type { SendingRouteDeps } from './route-deps.ts';

const params = z.object({ ticket: z.string().regex(/^[\w-]{43}$/) });
const options = {
  config: { guard: 'public' as const },
  errorHandler: refuseDownload,
  schema: { tags: ['download'], summary: 'A finished video, whole or in ranges, for the browser that claimed it', params },
};

const dispositionOf = ({ grant, video }: Download): string => {
  const { extension } = video.original;
  return attachment({ fileName: `${grant.title}.${extension}`, fallback: `video-${video.lineId ?? video.id}.${extension}` });
};

const factsOf = ({ video: { original } }: Download) => ({
  size: original.size,
  contentType: original.contentType,
  etag: `"${original.hash}"`,
  cacheControl: 'private, no-store',
});

/** A proxy that took bytes in before its client wants them would have them counted, and lose them when the client's line is cut. */
const UNBUFFERED = { 'x-accel-buffering': 'no' };

export const downloadRoutes = ({ server, deps, meterOf }: SendingRouteDeps): void => {
  const { grants, storage, now } = deps;

  server.get('/api/download/files/:ticket', options, async (request, reply) => {
    const asking = { token: request.params.ticket, browser: browserDigestOf(request), isRange: request.headers.range !== undefined };
    const download = await findDownload(deps, asking);
    const { grant, ticket, video } = download;
    const range = answerFile({ request, reply, file: factsOf(download) });
    if (range) await assertRoom(deps, { grant, range });
    if (range && ticket.begunAt === null) await grants.begin({ token: ticket.token, at: now() });
    reply.headers({ 'content-disposition': dispositionOf(download), ...UNBUFFERED });
    const counted = { claimId: grant.claimId, meter: meterOf(grant.claimId) };
    return sendStored({ storage, request, reply, stored: { file: video.original, range, counted } });
  });
};
