import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { idSchema, orderedVideoFields, timeSchema } from './common.ts';
import { singleLineSchema, textSchema } from './texts.ts';

export const downloadPageParamsSchema = z.object({ pageId: z.string().regex(/^[\w-]{20,64}$/) });
export const downloadLineParamsSchema = downloadPageParamsSchema.extend({ lineId: textSchema(20) });

/**
 * `open`: not claimed yet; `claimed-here`: this browser may resume until `claimExpiresAt`; `claimed-elsewhere`: only another browser may; `used-up`:
 * no download is possible, because the claim has ended or the video was already sent twice.
 */
export const downloadStateSchema = z.enum(['open', 'claimed-here', 'claimed-elsewhere', 'used-up']);
export type DownloadState = z.infer<typeof downloadStateSchema>;

/**
 * GET /api/download/{pageId}. An expired page still responds with 200 and lists its lines; a claim responds with 410, except for a browser that
 * resumes its own claim.
 */
export const downloadPageSchema = z.object({
  orderNumber: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  orders: z.array(
    z.object({
      id: z.string(),
      ...orderedVideoFields,
      state: downloadStateSchema,
      claimExpiresAt: timeSchema.nullable(),
      wasSentTwice: z.boolean().describe('used-up before the end of its claim: too many bytes were sent for another download'),
      size: z.int().nullable().describe('bytes; null where the shop does not know'),
      width: z.int().nullable().describe('pixels as displayed; null where the shop does not know'),
      height: z.int().nullable(),
      posterUrl: z.string().nullable().describe('a still of the video, as accessible as its preview'),
      previewUrl: z.string().nullable().describe('a short cut to look at; null where there is none'),
      isPreviewComing: z.boolean().describe('it is being made: ask again'),
    }),
  ),
  following: z
    .object({
      lines: z.array(z.object({ id: z.string(), ...orderedVideoFields })),
      promisedBy: timeSchema.describe('the last promised delivery day, at noon in Japan'),
      isLate: z.boolean().describe('whether that day is over'),
    })
    .nullable()
    .describe('the videos that are delivered later; null if there are none'),
});
export type DownloadPage = z.infer<typeof downloadPageSchema>;

/**
 * POST /api/download/{pageId}/{lineId}/claim → the URL of the video for this browser, and the `download_claim` cookie. `wasSentTwice`: the URL
 * only resumes a download; one from the beginning is refused.
 */
export const claimResponseSchema = z.object({ url: z.string(), claimExpiresAt: timeSchema, wasSentTwice: z.boolean() });

/** A finished video in the media service, delivered for a line in place of an external link. */
export const STORED_VIDEO = /^video:([\w-]{1,64})$/;

/**
 * Metadata that ffprobe read from a finished video. `pending`: not read yet; `unreadable`: the file is broken or not a video; `unknown`: ffprobe is
 * not
 * available, which says nothing about the file.
 */
export const footageSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** Pixels as displayed, after rotation. */
    width: z.int(),
    height: z.int(),
    /** Null when the file does not contain it. */
    durationMs: z.int().nullable(),
  }),
  z.object({ state: z.literal('unreadable') }),
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('unknown') }),
]);
export type Footage = z.infer<typeof footageSchema>;

/** Id of one browser's right to download one video, shared by orders and media. */
export const claimIdSchema = z.string().regex(/^[\w-]{1,80}$/);

/**
 * POST /internal/finished-videos (media): returns those of the ids that are completely uploaded finished videos, and those of the claims
 * whose byte quota no longer allows a whole download.
 */
export const finishedVideosRequestSchema = z.object({
  ids: z.array(idSchema).max(MAX_ORDER_ITEMS),
  claimIds: z.array(claimIdSchema).max(MAX_ORDER_ITEMS),
});
export const finishedVideoSchema = z.object({
  id: idSchema,
  lineId: z.string(),
  /** Bytes. */
  size: z.int(),
  posterUrl: z.string().nullable(),
  previewUrl: z.string().nullable(),
  isPreviewComing: z.boolean(),
  footage: footageSchema,
  /** Finished videos with identical content that were uploaded for other lines, including videos that were replaced later. */
  sameContent: z.array(z.object({ id: idSchema, lineId: z.string() })),
});
export type FinishedVideo = z.infer<typeof finishedVideoSchema>;
export const finishedVideosSchema = z.object({ videos: z.array(finishedVideoSchema), spentClaims: z.array(claimIdSchema) });

export type FinishedVideos = z.infer<typeof finishedVideosSchema>;

/** Hash of a browser's `download_claim` cookie; only the browser has the cookie itself. */
export const browserDigestSchema = z.string().regex(/^[\w-]{43}$/);

/**
 * POST /internal/tickets (media) → {@link ticketSchema}; 404 for an unknown video.
 * All tickets of one claim share one byte quota.
 */
export const openTicketSchema = z.object({
  mediaId: idSchema,
  claimId: claimIdSchema,
  browser: browserDigestSchema,
  until: timeSchema.describe('when the claim ends'),
  pageId: downloadPageParamsSchema.shape.pageId.describe('the download page, to link back to'),
  title: singleLineSchema(300).describe('what the file is called, without its extension'),
});
export type OpenTicket = z.infer<typeof openTicketSchema>;
/**
 * `path`: the URL path of the file for the claiming browser; the download must start before `expiresAt`. `isSpent`: it can only resume a
 * download, because the byte quota of the claim does not allow a whole one.
 */
export const ticketSchema = z.object({ path: z.string(), expiresAt: timeSchema, isSpent: z.boolean() });
export type Ticket = z.infer<typeof ticketSchema>;
