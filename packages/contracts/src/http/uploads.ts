import { z } from 'zod';
import { CHUNK_BYTES, MAX_CHUNKS } from '../constants.ts';
import { idSchema, timeSchema } from './common.ts';
import { mediaCategorySchema, mediaProcessingSchema, mediaSchema, mediaTypeSchema } from './media.ts';
import { patterns, published, textSchema } from './texts.ts';

/** A file name must never be a path. So it contains no path separators, not even percent-encoded, and no control characters such as NUL. */
const FILE_NAME = /^(?!\.{1,2}$)(?:(?!%(?:2f|5c|00))[^/\\\p{Cc}\p{Cs}\u2028\u2029])+$/iu;
export const fileNameSchema = published(
  textSchema(255, () => 'ファイル名は255文字以内にしてください。')
    .min(1, 'ファイル名がありません。')
    .regex(FILE_NAME, 'ファイル名に使用できない文字が含まれています。'),
  { pattern: patterns.fileName },
);

/** SHA-256 of a file or a chunk, in hexadecimal. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());

/** The number of chunks of a file with this many bytes. */
export const chunkCount = (fileSize: number): number => Math.ceil(fileSize / CHUNK_BYTES);

/** The number of bytes of one chunk. */
export const chunkBytes = ({ fileSize, index }: { fileSize: number; index: number }): number =>
  Math.min(CHUNK_BYTES, fileSize - index * CHUNK_BYTES);

/** What an uploaded file is used for. `finished`: a video for one order line. It is stored like the others, but never listed and never public. */
export const uploadCategorySchema = z.enum([...mediaCategorySchema.options, 'finished']);
export type UploadCategory = z.infer<typeof uploadCategorySchema>;

/**
 * POST /api/contests/{id}/media/chunked-init (admin) → 201 {@link uploadOpenedSchema}
 *
 * Errors: 404 unknown contest or line; 409 the line belongs to another contest or accepts no video; 413 the file is larger than
 * {@link MAX_CHUNKS} chunks; 507 disk full or quota exceeded.
 */
export const openUploadSchema = z
  .object({
    fileName: fileNameSchema,
    fileSize: z.int().min(1, '空のファイルはアップロードできません。'),
    contentType: textSchema(100),
    mediaType: mediaTypeSchema,
    totalChunks: z.int().min(1),
    category: uploadCategorySchema.default('sample'),
    /** The order line of a finished video; required with `finished`, not allowed otherwise. */
    lineId: z
      .string()
      .regex(/^\d{8}-\d{2}$/)
      .optional(),
    sha256: sha256Schema.optional(),
    /** Idempotency key chosen by the client: a repeated request, after a lost response, returns the upload of the first one. */
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
  expiresAt: timeSchema.describe('when the upload is deleted unless another chunk arrives before'),
});

/**
 * POST /api/contests/{id}/media/chunked-upload (admin): multipart/form-data with the fields `uploadId`, `chunkIndex` and the file `chunk`
 * → {@link chunkStoredSchema}. When the fields precede the file, the bytes are written directly to their final place. Chunks may arrive in any order
 * and be repeated.
 *
 * Errors: 400 the index is not part of this upload, or the chunk has the wrong size; 404 unknown upload of this contest;
 * 409 UploadClosed after complete; 413 more than {@link CHUNK_BYTES}; 507 disk full.
 */
export const chunkFieldsSchema = z.object({
  uploadId: idSchema,
  chunkIndex: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().max(MAX_CHUNKS - 1)),
});
/** The whole form, for the API description. */
export const chunkFormSchema = chunkFieldsSchema.extend({ chunk: z.string().meta({ format: 'binary' }) });
export const chunkStoredSchema = z.object({
  uploadId: idSchema,
  chunkIndex: z.int(),
  size: z.int(),
  /** CRC-32 of the stored bytes, eight hexadecimal digits. */
  crc32: z.string(),
});

/** POST /api/contests/{id}/media/chunked-cancel (admin) → 204; deletes the stored chunks. */
export const uploadRefSchema = z.object({ uploadId: idSchema });

/** The result of an upload: as {@link mediaSchema}, but it may also be a finished video, which has no public URL. */
export const uploadedMediaSchema = mediaSchema.extend({
  category: uploadCategorySchema,
  url: z.string().nullable(),
  /** Of the uploaded file; what is published may be a copy without its metadata. */
  sha256: z.string(),
  lineId: z.string().nullable(),
  processing: mediaProcessingSchema,
});
export type UploadedMedia = z.infer<typeof uploadedMediaSchema>;

/** `open`: waiting for chunks; `checking`: all chunks are stored and the file is being verified; `completed`: the file is in the library. */
export const uploadStateSchema = z.enum(['open', 'checking', 'completed']);
export type UploadState = z.infer<typeof uploadStateSchema>;

/**
 * GET /api/contests/{id}/media/chunked-status?uploadId=… (admin); survives a restart of the service. 404 when the upload was cancelled or rejected,
 * or has expired.
 */
export const uploadStatusSchema = z.object({
  uploadId: idSchema,
  fileName: z.string(),
  fileSize: z.int(),
  totalChunks: z.int(),
  state: uploadStateSchema,
  /** Indices of the missing chunks. */
  missing: z.array(z.int()),
  expiresAt: timeSchema,
  media: uploadedMediaSchema.nullable(),
});
export type UploadStatus = z.infer<typeof uploadStatusSchema>;

/**
 * POST /api/contests/{id}/media/chunked-complete (admin) → 200 {@link uploadedMediaSchema}; 202 {@link uploadStatusSchema} in the state
 * `checking` while a large file is being verified: repeat the request. Idempotent.
 *
 * Errors: 409 UploadIncomplete with `missing`; the upload stays open. The following errors end the upload and delete its bytes:
 * 400 FileHashMismatch; 413 ImageTooLarge; 415 FileTypeRefused, FileTypeMismatch.
 */
export const completeUploadSchema = uploadRefSchema.extend({ sha256: sha256Schema.optional() });
export type CompleteUpload = z.infer<typeof completeUploadSchema>;
