import {
  claimParamsSchema,
  openTicketSchema,
  releaseBytesSchema,
  reservationResultSchema,
  reserveBytesSchema,
  ticketSchema,
} from '@stagereel/contracts';
import { AppError, attachment, browserDigestOf, errorResponses, fileResponses, pageErrorResponses } from '@stagereel/service-kit';
import { z } from 'zod';
import { type Download, findDownload, openTicket, requireQuota } from '../domain/download/tickets.ts';
import { downloadErrorHandler } from './error-pages.ts';
import type { RouteDeps } from './route-deps.ts';
import { type FileMetadata, sendFile, setFileHeaders } from './serve-file.ts';

/** A buffering proxy would receive bytes that the client does not, and these bytes would use up the quota. */
const UNBUFFERED = { 'x-accel-buffering': 'no' };

/**
 * Downloads by customers. Orders requests a ticket, whose URL the browser opens. Every byte is reserved from the quota of the claim before it
 * is sent; a gateway that sends the file itself reserves the bytes through the internal routes.
 */
export const downloadRoutes = ({ server, deps, withRetries, metrics }: RouteDeps): void => {
  server.post(
    '/internal/tickets',
    {
      config: { guard: 'internal', callers: ['orders'] },
      schema: {
        tags: ['internal'],
        summary: 'The address of a download that a customer has claimed',
        body: openTicketSchema,
        response: { 200: ticketSchema, ...errorResponses(404) },
      },
    },
    async (request) => openTicket(deps, request.body),
  );

  server.get(
    '/api/download/files/:ticket',
    {
      config: { guard: 'public' },
      errorHandler: downloadErrorHandler,
      schema: {
        tags: ['download'],
        summary: 'A finished video, whole or in ranges, for the browser that claimed it',
        params: z.object({ ticket: z.string().regex(/^[\w-]{43}$/) }),
        response: { ...fileResponses('video/*'), ...pageErrorResponses(409, 410) },
      },
    },
    async (request, reply) => {
      const { ticket: token } = request.params;
      const hasRange = request.headers.range !== undefined;
      const download = await findDownload(deps, { token, browser: browserDigestOf(request), hasRange });
      const { claim, ticket, video } = download;
      const range = setFileHeaders({ request, reply, file: toMetadata(download) });
      if (range) await requireQuota(deps, { claim, range });
      if (range && ticket.begunAt === null) await deps.claims.markBegun({ token, at: deps.now() });
      reply.headers({ 'content-disposition': toDisposition(download), ...UNBUFFERED });
      const counted = { claimId: claim.claimId, quota: withRetries(deps.quotaOf(claim.claimId)) };
      return sendFile({ storage: deps.storage, request, reply, file: video.original, range, metrics, counted });
    },
  );

  server.post(
    '/internal/claims/:claimId/reserve',
    {
      config: { guard: 'internal', callers: ['gateway'] },
      schema: {
        tags: ['internal'],
        summary: 'Reserves bytes of a claim before they are sent',
        params: claimParamsSchema,
        body: reserveBytesSchema,
        response: { 200: reservationResultSchema, ...errorResponses(410) },
      },
    },
    async (request) => {
      if (!(await deps.quotaOf(request.params.claimId).reserve(request.body))) throw new AppError('DownloadBytesSpent');
      return {};
    },
  );

  server.post(
    '/internal/claims/:claimId/release',
    {
      config: { guard: 'internal', callers: ['gateway'] },
      schema: {
        tags: ['internal'],
        summary: 'Releases reserved bytes that were not sent',
        params: claimParamsSchema,
        body: releaseBytesSchema,
        response: { 200: reservationResultSchema },
      },
    },
    async (request) => {
      await deps.quotaOf(request.params.claimId).release(request.body);
      return {};
    },
  );
};

const toMetadata = ({ video: { original } }: Download): FileMetadata => ({
  size: original.size,
  contentType: original.contentType,
  etag: `"${original.hash}"`,
  cacheControl: 'private, no-store',
});

const toDisposition = ({ claim, video }: Download): string => {
  const { extension } = video.original;
  return attachment({ fileName: `${claim.title}.${extension}`, fallback: `video-${video.lineId ?? video.id}.${extension}` });
};
