import { z } from 'zod';
import { priceSchema, timeSchema, videoStyleSchema } from './common.ts';

export const downloadPageParamsSchema = z.object({ pageId: z.string().regex(/^[\w-]{20,64}$/) });
export const downloadLineParamsSchema = downloadPageParamsSchema.extend({ lineId: z.string().max(20) });

/** `open`: nobody claimed it; `claimed-here`: this browser may go on until `claimExpiresAt`; `claimed-elsewhere`: another browser may; `used-up`: nobody any more. */
export const downloadStateSchema = z.enum(['open', 'claimed-here', 'claimed-elsewhere', 'used-up']);
export type DownloadState = z.infer<typeof downloadStateSchema>;

/** GET /api/download/{pageId}. An expired page still answers 200, so that it can say what it held; its claims answer 410. */
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
      previewUrl: z.string().nullable().describe('a short cut to look at; null where there is none'),
    }),
  ),
});
export type DownloadPage = z.infer<typeof downloadPageSchema>;

/** POST /api/download/{pageId}/{lineId}/claim → where this browser finds its video, and the `download_claim` cookie */
export const claimAnswerSchema = z.object({ url: z.string(), claimExpiresAt: timeSchema });
export const DOWNLOAD_CLAIM_COOKIE = 'download_claim';
