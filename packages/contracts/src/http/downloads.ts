import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { idSchema, priceSchema, singleLineSchema, timeSchema, videoStyleSchema } from './common.ts';

export const downloadPageParamsSchema = z.object({ pageId: z.string().regex(/^[\w-]{20,64}$/) });
export const downloadLineParamsSchema = downloadPageParamsSchema.extend({ lineId: z.string().max(20) });

/** `open`: nobody claimed it; `claimed-here`: this browser may go on until `claimExpiresAt`; `claimed-elsewhere`: another browser may; `used-up`: nobody any more. */
export const downloadStateSchema = z.enum(['open', 'claimed-here', 'claimed-elsewhere', 'used-up']);
export type DownloadState = z.infer<typeof downloadStateSchema>;

/** GET /api/download/{pageId}. An expired page still answers 200, so that it can say what it held; a claim there answers 410, but to the browser that goes on with its own. */
export const downloadPageSchema = z.object({
  orderNumber: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  orders: z.array(
    z.object({
      id: z.string(),
      contestName: z.string(),
      category: z.string(),
      athleteNumber: z.string(),
      athleteName: z.string().nullable(),
      style: videoStyleSchema,
      price: priceSchema,
      state: downloadStateSchema,
      claimExpiresAt: timeSchema.nullable(),
      size: z.int().nullable().default(null).describe('bytes; null where the shop does not know'),
      previewUrl: z.string().nullable().describe('a short cut to look at; null where there is none'),
      isPreviewComing: z.boolean().default(false).describe('it is being made: ask again'),
    }),
  ),
});
export type DownloadPage = z.infer<typeof downloadPageSchema>;

/** POST /api/download/{pageId}/{lineId}/claim → where this browser finds its video, and the `download_claim` cookie */
export const claimAnswerSchema = z.object({ url: z.string(), claimExpiresAt: timeSchema });
export const DOWNLOAD_CLAIM_COOKIE = 'download_claim';

/** What an admin delivers for a line whose finished video lies in the media service, in place of an outside link. */
export const STORED_VIDEO = /^video:([\w-]{1,64})$/;

/**
 * What the shop read in a finished video itself. `pending`: nobody has come to read it yet; `unreadable`: it is broken, or no video;
 * `unknown`: it cannot be read here, which says nothing of it.
 */
export const footageSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('read'),
    /** Pixels as shown. */
    width: z.int(),
    height: z.int(),
    /** Null where the file does not say. */
    durationMs: z.int().nullable(),
  }),
  z.object({ state: z.literal('unreadable') }),
  z.object({ state: z.literal('pending') }),
  z.object({ state: z.literal('unknown') }),
]);
export type Footage = z.infer<typeof footageSchema>;

/** POST /internal/finished-videos (media): those of the ids that are complete finished videos. */
export const finishedVideosQuestionSchema = z.object({ ids: z.array(idSchema).max(MAX_ORDER_ITEMS) });
export const finishedVideoSchema = z.object({
  id: idSchema,
  lineId: z.string(),
  /** Bytes. */
  size: z.int(),
  previewUrl: z.string().nullable(),
  isPreviewComing: z.boolean(),
  footage: footageSchema.default({ state: 'unknown' }),
  /** The finished videos with the very same content that were uploaded for other lines, also where another one was delivered in the end. */
  sameContent: z.array(z.object({ id: idSchema, lineId: z.string() })).default([]),
});
export type FinishedVideo = z.infer<typeof finishedVideoSchema>;
export const finishedVideosSchema = z.object({ videos: z.array(finishedVideoSchema) });

/** The hash of a browser's `download_claim` cookie; nobody but the browser has the cookie itself. */
export const browserDigestSchema = z.string().regex(/^[\w-]{43}$/);

/** One right of one browser to one video, as orders and media both name it. */
export const claimIdSchema = z.string().regex(/^[\w-]{1,80}$/);

/**
 * POST /internal/tickets (media) → {@link ticketSchema}; 404 without such a video.
 * The bytes of one claim are counted together, over all its tickets.
 */
export const openTicketSchema = z.object({
  mediaId: idSchema,
  claimId: claimIdSchema,
  browser: browserDigestSchema,
  until: timeSchema.describe('when the claim ends'),
  title: singleLineSchema(300).describe('what the file is called, without its extension'),
});
export type OpenTicket = z.infer<typeof openTicketSchema>;
/** `path`: where the browser of the claim finds the file, if it begins before `expiresAt`. */
export const ticketSchema = z.object({ path: z.string(), expiresAt: timeSchema });
export type Ticket = z.infer<typeof ticketSchema>;
