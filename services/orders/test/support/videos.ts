import { randomUUID } from 'node:crypto';
import { type FinishedVideo, finishedVideosSchema, openTicketSchema, ticketSchema } from '@stagereel/contracts';
import { startStandIn } from '@stagereel/service-kit/testing';

type Facts = Partial<Pick<FinishedVideo, 'footage' | 'sameContent' | 'previewUrl' | 'isPreviewComing'>>;

/** A real HTTP server in media's place: knows the finished videos it was given, and answers each ticket with a path of its own. */
export const startVideos = async () => {
  const lineOf = new Map<string, string>();
  const factsOf = new Map<string, Facts>();
  const tickets: (ReturnType<typeof openTicketSchema.parse> & { path: string })[] = [];
  let isFailing = false;
  let isAway = false;
  const standIn = await startStandIn({
    'POST /internal/finished-videos': ({ body }) => {
      if (isAway) return { status: 503, body: {} };
      const { ids } = body as { ids: string[] };
      const videos = ids.flatMap((id) =>
        lineOf.has(id)
          ? [
              {
                id,
                lineId: lineOf.get(id),
                size: 1234,
                previewUrl: `/api/download/previews/${id}`,
                isPreviewComing: false,
                ...factsOf.get(id),
              },
            ]
          : [],
      );
      return { body: finishedVideosSchema.parse({ videos }) };
    },
    'POST /internal/tickets': ({ body }) => {
      if (isFailing) {
        isFailing = false;
        return { status: 500, body: {} };
      }
      const wanted = openTicketSchema.parse(body);
      if (!lineOf.has(wanted.mediaId)) return { status: 404, body: { code: 'NotFound', message: 'ありません。' } };
      const path = `/api/download/files/${randomUUID()}`;
      tickets.push({ ...wanted, path });
      return { body: ticketSchema.parse({ path, expiresAt: new Date().toISOString() }) };
    },
  });
  return {
    ...standIn,
    /** The tickets that were asked for, the oldest first. */
    tickets,
    /** A video uploaded for a line, of which nothing is known unless told; answers what delivers it. */
    upload: (lineId: string, facts: Facts = {}): string => {
      const id = randomUUID();
      lineOf.set(id, lineId);
      factsOf.set(id, facts);
      return `video:${id}`;
    },
    /** What is known of a video from now on. */
    tell: (source: string, facts: Facts): void => {
      factsOf.set(source.replace('video:', ''), facts);
    },
    /** Answers the next question for a ticket by a failure. */
    failOnce: (): void => {
      isFailing = true;
    },
    setAway: (away: boolean): void => {
      isAway = away;
    },
    forget: (source: string): void => {
      lineOf.delete(source.replace('video:', ''));
    },
  };
};
