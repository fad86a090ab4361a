import { z } from 'zod';
import { CHUNK_BYTES, MAX_CHUNKS } from '../constants.ts';
import { idSchema, timeSchema } from './common.ts';
import { mediaCategorySchema, mediaProcessingSchema, mediaSchema, mediaTypeSchema } from './media.ts';

/** Separators, also encoded ones, and control characters, NUL among them: a file's name is never a path. */
const FILE_NAME = /^(?!\.{1,2}$)(?:(?!%(?:2f|5c|00))[^/\\\p{Cc}\p{Cs}\u2028\u2029])+$/iu;
export const fileNameSchema = z
  .string()
  .min(1, 'ファイル名がありません。')
  .max(255, 'ファイル名は255文字以内にしてください。')
  .regex(FILE_NAME, 'ファイル名に使用できない文字が含まれています。');

/** Hexadecimal, of a whole file or of one chunk. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());

/** How many chunks a file of so many bytes has. */
export const chunkCount = (fileSize: number): number => Math.ceil(fileSize / CHUNK_BYTES);

/** How many bytes one chunk of a file has. */
export const chunkBytes = ({ fileSize, index }: { fileSize: number; index: number }): number =>
  Math.min(CHUNK_BYTES, fileSize - index * CHUNK_BYTES);

/** `finished` is a video made for one order line: stored the same way, never listed, never public. */
export const uploadCategorySchema = z.enum([...mediaCategorySchema.options, 'finished']);
export type UploadCategory = z.infer<typeof uploadCategorySchema>;

/**
 * POST /api/contests/{id}/media/chunked-init (admin) → 201 {@link uploadOpenedSchema}
 *
 * Errors: 404 no such contest, no such line; 409 the line is of another contest or takes no video; 413 the file is larger than
 * {@link MAX_CHUNKS} chunks; 507 disk or quota.
 */
export const openUploadSchema = z
  .object({
    fileName: fileNameSchema,
    fileSize: z.int().min(1, '空のファイルはアップロードできません。'),
    contentType: z.string().max(100),
    mediaType: mediaTypeSchema,
    totalChunks: z.int().min(1),
    category: uploadCategorySchema.default('sample'),
    /** The line a finished video is for; needed with `finished`, else refused. */
    lineId: z
      .string()
      .regex(/^\d{8}-\d{2}$/)
      .optional(),
    sha256: sha256Schema.optional(),
    /** Chosen by the client: whoever asks again with the same, because an answer was lost, meets the upload that the first call began. */
    requestId: z.uuid().optional(),
  })
  .refine(({ category, mediaType }) => category !== 'cover-image' || mediaType === 'image', {
    path: ['mediaType'],
    message: 'カバー画像には画像ファイルを選択してください。',
  })
  .refine(({ category, mediaType }) => category !== 'finished' || mediaType === 'video', {
    path: ['mediaType'],
    message: '納品には動画ファイルを選択してください。',
  })
  .refine(({ category, lineId }) => (category === 'finished') === (lineId !== undefined), {
    path: ['lineId'],
    message: '納品する注文明細を指定してください。',
  })
  .refine(({ fileSize, totalChunks }) => totalChunks === chunkCount(fileSize), {
    path: ['totalChunks'],
    message: '分割数がファイルサイズと一致しません。',
  });
export type OpenUpload = z.infer<typeof openUploadSchema>;

export const uploadOpenedSchema = z.object({
  uploadId: idSchema,
  chunkSize: z.int(),
  totalChunks: z.int(),
  expiresAt: timeSchema.describe('when it is thrown away if no chunk comes until then'),
});

/**
 * POST /api/contests/{id}/media/chunked-upload (admin): multipart/form-data with the fields `uploadId`, `chunkIndex` and the file `chunk`
 * → {@link chunkStoredSchema}. With the fields before the file the bytes go straight to their place. In any order, and as often as one likes.
 *
 * Errors: 400 the index is none of this upload, or the chunk has not the size its index says; 404 no such upload of this contest;
 * 409 UploadClosed after complete; 413 more than {@link CHUNK_BYTES}; 507 the disk is full.
 */
export const chunkFieldsSchema = z.object({
  uploadId: idSchema,
  chunkIndex: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().max(MAX_CHUNKS - 1)),
});
export const chunkStoredSchema = z.object({
  uploadId: idSchema,
  chunkIndex: z.int(),
  size: z.int(),
  /** Of what was stored; eight hexadecimal digits. */
  crc32: z.string(),
});

/** POST /api/contests/{id}/media/chunked-cancel (admin) → 204; what was stored of it goes. */
export const uploadRefSchema = z.object({ uploadId: idSchema });

/** What became of an upload: a {@link mediaSchema} that may also be a finished video, which has no public address. */
export const uploadedMediaSchema = mediaSchema.extend({
  category: uploadCategorySchema,
  url: z.string().nullable(),
  sha256: z.string(),
  lineId: z.string().nullable(),
  processing: mediaProcessingSchema,
});
export type UploadedMedia = z.infer<typeof uploadedMediaSchema>;

/** `open`: chunks are awaited; `checking`: all are there and the file is being read through; `completed`: it is in the library. */
export const uploadStateSchema = z.enum(['open', 'checking', 'completed']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/** GET /api/contests/{id}/media/chunked-status?uploadId=… (admin); survives a restart. 404 when it was cancelled, refused or is too old. */
export const uploadStatusSchema = z.object({
  uploadId: idSchema,
  fileName: z.string(),
  fileSize: z.int(),
  totalChunks: z.int(),
  state: uploadStateSchema,
  /** Indices of the chunks that are still to be sent. */
  missing: z.array(z.int()),
  expiresAt: timeSchema,
  media: uploadedMediaSchema.nullable(),
});
export type UploadStatus = z.infer<typeof uploadStatusSchema>;

/**
 * POST /api/contests/{id}/media/chunked-complete (admin) → 200 {@link uploadedMediaSchema}; 202 {@link uploadStatusSchema} in the state
 * `checking` while a large file is being read through: ask again, it answers the same for ever after.
 *
 * Errors: 409 UploadIncomplete with `missing`, and the upload stays. The following end the upload and nothing of it stays:
 * 400 FileHashMismatch; 413 ImageTooLarge; 415 FileTypeRefused, FileTypeMismatch.
 */
export const completeUploadSchema = uploadRefSchema.extend({ sha256: sha256Schema.optional() });
export type CompleteUpload = z.infer<typeof completeUploadSchema>;
