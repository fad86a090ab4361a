import { z } from 'zod';
import { MAX_DISPLAY_ORDER, MAX_THUMBNAIL_BYTES } from '../constants.ts';
import { idSchema, timeSchema } from './common.ts';
import { singleLineSchema, textSchema } from './texts.ts';

export const mediaCategorySchema = z.enum(['cover-image', 'sample']);
export const mediaTypeSchema = z.enum(['video', 'image']);
export type MediaType = z.infer<typeof mediaTypeSchema>;

/** `pending`: web-sized images or the poster are being created; `failed`: they cannot be created, and the original is shown. */
export const mediaProcessingSchema = z.enum(['pending', 'ready', 'failed']);
export type MediaProcessing = z.infer<typeof mediaProcessingSchema>;

/** A web-sized image; width and height in pixels. */
export const mediaVariantSchema = z.object({ url: z.string(), width: z.int(), height: z.int() });
export type MediaVariant = z.infer<typeof mediaVariantSchema>;

/** A public image or video of a contest, without the metadata of its uploaded file. Every `url` contains a hash of its content, so the content of a URL never changes. */
export const mediaSchema = z.object({
  id: idSchema,
  contestId: idSchema,
  category: mediaCategorySchema,
  type: mediaTypeSchema,
  url: z.string(),
  /** Empty for visitors. */
  originalName: z.string(),
  uploadedAt: timeSchema,
  displayOrder: z.int(),
  /** Uploaded by an admin, 1080×1080. */
  thumbnailUrl: z.string().nullable(),
  /** The type detected from the file's content, not from its name. */
  contentType: z.string().default(''),
  /** Bytes. */
  size: z.int().default(0),
  width: z.int().nullable().default(null),
  height: z.int().nullable().default(null),
  durationSeconds: z.number().nullable().default(null),
  /** The poster image of a video; null until it is created. */
  posterUrl: z.string().nullable().default(null),
  /** Web-sized images of the image or the poster, the smallest first. */
  variants: z.array(mediaVariantSchema).default([]),
  processing: mediaProcessingSchema.default('ready'),
});
export type Media = z.infer<typeof mediaSchema>;

/** GET /api/contests/{id}/media, in the order of `displayOrder` */
export const mediaListSchema = z.array(mediaSchema);

/**
 * PATCH /api/media/{id} (admin) → {@link mediaSchema}. A reorder sets `displayOrder` of each item that moves; items with equal values are sorted by
 * upload time.
 */
export const updateMediaSchema = z.object({ displayOrder: z.int().min(0).max(MAX_DISPLAY_ORDER) });
export type UpdateMedia = z.infer<typeof updateMediaSchema>;

/** DELETE /api/media/{id} (admin) → 204; also deletes the stored files. */

/** Length of the largest image in base64, plus the prefix of a data URL. */
const MAX_DATA_URL = Math.ceil(MAX_THUMBNAIL_BYTES / 3) * 4 + 100;
const IMAGE_DATA_URL = /^data:image\/[a-z0-9.+-]+;base64,/i;

/** POST /api/media/{id}/thumbnail (admin) → {@link thumbnailSchema}; DELETE removes it (204). */
export const uploadThumbnailSchema = z.object({
  data: z.string().max(MAX_DATA_URL).regex(IMAGE_DATA_URL, '画像ファイルを選択してください'),
  originalName: singleLineSchema(255),
  contentType: textSchema(100).regex(/^image\//i, '画像ファイルを選択してください'),
});
export type UploadThumbnail = z.infer<typeof uploadThumbnailSchema>;
export const thumbnailSchema = z.object({ thumbnailUrl: z.string() });

/**
 * GET /api/media/thumbnail/{contestId}/{mediaId} → redirect to the image; 404 when there is none, and for an unpublished contest when the caller is
 * not an admin
 */
export const thumbnailParamsSchema = z.object({ contestId: idSchema, mediaId: idSchema });
