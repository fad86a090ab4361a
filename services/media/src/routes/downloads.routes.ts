import { AppError, attachment, browserDigestOf } from '@stagereel/service-kit';
import { z } from 'zod';
import { type Download, findDownload } from '../domain/downloads/find-download.ts';
import { fits } from '../domain/downloads/ledger.ts';
import { createMeter } from '../domain/downloads/meter.ts';
import { meteredPieces } from '../domain/downloads/metered-pieces.ts';
import { createTurns } from '../domain/downloads/turns.ts';
import { beginAnswer } from '../files/begin-answer.ts';
import type { ByteRange } from '../files/byte-range.ts';
import { answerFile } from '../files/file-answer.ts';
import { sendPieces } from '../files/send-pieces.ts';
import { refuseDownload } from './download-refusal.ts';
import type { RouteDeps } from './route-deps.ts';

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

export const downloadRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  const { grants, storage, now } = deps;
  const turns = createTurns();

  /** The pieces of a range, counted; what opens a file comes last, because only who reads the pieces closes it. */
  const piecesOf = async ({ grant, ticket, video }: Download, range: ByteRange): Promise<AsyncIterable<Buffer>> => {
    if (!fits(grant.ledger, range)) throw new AppError('DownloadBytesSpent');
    if (ticket.begunAt === null) await grants.begin({ token: ticket.token, at: now() });
    const pieces = await storage.read({ key: video.original.key, ...range });
    if (!pieces) throw new AppError('DownloadVideoGone');
    return meteredPieces({ pieces, range, size: video.original.size, meter: createMeter({ grants, turns }, grant.claimId) });
  };

  server.get('/api/download/files/:ticket', options, async (request, reply) => {
    const asking = { token: request.params.ticket, browser: browserDigestOf(request), isRange: request.headers.range !== undefined };
    const download = await findDownload(deps, asking);
    const range = answerFile({ request, reply, file: factsOf(download) });
    const pieces = range && (await piecesOf(download, range));
    const into = beginAnswer(reply.header('content-disposition', dispositionOf(download)));
    if (!pieces) return into.end();
    try {
      await sendPieces({ pieces, into });
    } catch (err) {
      request.log.info({ err, claimId: download.grant.claimId }, 'a download broke off');
      into.destroy();
    }
    return reply;
  });
};
