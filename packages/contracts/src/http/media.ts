import { z } from 'zod';
import { MAX_DISPLAY_ORDER, MAX_THUMBNAIL_BYTES } from '../constants.ts';
import { idSchema, singleLineSchema, timeSchema } from './common.ts';

export const mediaCategorySchema = z.enum(['cover-image', 'sample']);
export const mediaTypeSchema = z.enum(['video', 'image']);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** `pending`: web-sized pictures or the poster are being made; `failed`: they cannot be made, and the original has to do. */
export const mediaProcessingSchema = z.enum(['pending', 'ready', 'failed']);
export type MediaProcessing = z.infer<typeof mediaProcessingSchema>;

/** A web-sized picture, in pixels. */
export const mediaVariantSchema = z.object({ url: z.string(), width: z.int(), height: z.int() });
export type MediaVariant = z.infer<typeof mediaVariantSchema>;

/** A picture or video of a contest that anybody may see. Every `url` names its content: what it answers never changes. */
export const mediaSchema = z.object({
  id: idSchema,
  contestId: idSchema,
  category: mediaCategorySchema,
  type: mediaTypeSchema,
  url: z.string(),
  originalName: z.string(),
  uploadedAt: timeSchema,
  displayOrder: z.int(),
  /** Uploaded by an admin, 1080×1080. */
  thumbnailUrl: z.string().nullable(),
  /** The real type of the file, not what its name says. */
  contentType: z.string().default(''),
  /** Bytes. */
  size: z.int().default(0),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  durationSeconds: z.number().nullable().default(null),
  /** A still of a video; null until it is made. */
  posterUrl: z.string().nullable().default(null),
  /** Web-sized pictures, of the picture itself or of the poster, the smallest first. */
  variants: z.array(mediaVariantSchema).default([]),
  processing: mediaProcessingSchema.default('ready'),
});
export type Media = z.infer<typeof mediaSchema>;

/** GET /api/contests/{id}/media, in the order of `displayOrder` */
export const mediaListSchema = z.array(mediaSchema);

/** PATCH /api/media/{id} (admin) → {@link mediaSchema}. A reorder sets the place of each medium that moves; equal places stand in the order of upload. */
export const updateMediaSchema = z.object({ displayOrder: z.int().min(0).max(MAX_DISPLAY_ORDER) });
export type UpdateMedia = z.infer<typeof updateMediaSchema>;

/** DELETE /api/media/{id} (admin) → 204; the bytes go as well. */

/** Base64 of the largest picture, and what stands before it in a data URL. */
const MAX_DATA_URL = Math.ceil(MAX_THUMBNAIL_BYTES / 3) * 4 + 100;
const IMAGE_DATA_URL = /^data:image\/[a-z0-9.+-]+;base64,/i;

/** POST /api/media/{id}/thumbnail (admin) → {@link thumbnailSchema}; DELETE takes it away (204). */
export const uploadThumbnailSchema = z.object({
  data: z.string().max(MAX_DATA_URL).regex(IMAGE_DATA_URL, '画像ファイルを選択してください'),
  originalName: singleLineSchema(255),
  contentType: z
    .string()
    .max(100)
    .regex(/^image\//i, '画像ファイルを選択してください'),
});
export type UploadThumbnail = z.infer<typeof uploadThumbnailSchema>;
export const thumbnailSchema = z.object({ thumbnailUrl: z.string() });

/** GET /api/media/thumbnail/{contestId}/{mediaId} → a redirect to the picture; 404 without one, and without an admin's session for that of an unpublished contest */
export const thumbnailParamsSchema = z.object({ contestId: idSchema, mediaId: idSchema });
