import { randomUUID } from 'node:crypto';
import {
  type FinishedVideo,
  finishedVideosRequestSchema,
  finishedVideosSchema,
  openTicketSchema,
  ticketSchema,
} from '@stagereel/contracts';
import { startFakeServer } from '@stagereel/service-kit/testing';

type Details = Partial<Pick<FinishedVideo, 'footage' | 'sameContent' | 'previewUrl' | 'posterUrl' | 'isPreviewComing'>>;

const idOf = (source: string): string => source.replace('video:', '');

/** A fake media service. It knows the videos that a test uploads, and returns a new path for each ticket. */
export const startFakeMedia = async () => {
  const lineOf = new Map<string, string>();
  const detailsOf = new Map<string, Details>();
  const spentClaims = new Set<string>();
  const tickets: (ReturnType<typeof openTicketSchema.parse> & { path: string })[] = [];
  let failsNextTicket = false;
  let isUnavailable = false;
  const server = await startFakeServer({
    'POST /internal/finished-videos': ({ body }) => {
      if (isUnavailable) return { status: 503, body: {} };
      const { ids, claimIds } = finishedVideosRequestSchema.parse(body);
      const videos = ids
        .filter((id) => lineOf.has(id))
        .map((id) => ({
          id,
          lineId: lineOf.get(id),
          size: 1234,
          posterUrl: null,
          previewUrl: `/api/download/previews/${id}`,
          isPreviewComing: false,
          footage: { state: 'unknown' },
          sameContent: [],
          ...detailsOf.get(id),
        }));
      return { body: finishedVideosSchema.parse({ videos, spentClaims: claimIds.filter((id) => spentClaims.has(id)) }) };
    },
    'POST /internal/tickets': ({ body }) => {
      if (failsNextTicket) {
        failsNextTicket = false;
        return { status: 500, body: {} };
      }
      const request = openTicketSchema.parse(body);
      if (!lineOf.has(request.mediaId)) return { status: 404, body: { code: 'NotFound', message: 'ありません。' } };
      const path = `/api/download/files/${randomUUID()}`;
      tickets.push({ ...request, path });
      return { body: ticketSchema.parse({ path, expiresAt: new Date().toISOString(), isSpent: spentClaims.has(request.claimId) }) };
    },
  });
  return {
    ...server,
    /** The opened tickets, oldest first. */
    tickets,
    /** Uploads a video for a line and returns its source for a delivery. */
    upload: (lineId: string, details: Details = {}): string => {
      const id = randomUUID();
      lineOf.set(id, lineId);
      detailsOf.set(id, details);
      return `video:${id}`;
    },
    setDetails: (source: string, details: Details): void => {
      detailsOf.set(idOf(source), details);
    },
    /** As after two whole downloads with this claim. */
    spendClaim: (claimId: string): void => {
      spentClaims.add(claimId);
    },
    remove: (source: string): void => {
      lineOf.delete(idOf(source));
    },
    failNextTicket: (): void => {
      failsNextTicket = true;
    },
    setUnavailable: (unavailable: boolean): void => {
      isUnavailable = unavailable;
    },
  };
};
