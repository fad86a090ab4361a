import { z } from 'zod';
import { claimIdSchema } from './downloads.ts';

/** A byte range of a file, both ends inclusive. */
export const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });
export type Span = z.infer<typeof spanSchema>;

/**
 * The gateway sends this header when it can read stored files itself. Media then responds without a body and names the bytes to send in
 * {@link STORED_BYTES_HEADER}; the status and all other headers are passed on to the client.
 */
export const SEND_STORED_HEADER = 'x-hand-over';
export const STORED_BYTES_HEADER = 'x-stored-bytes';
/** `claimId`: the claim whose quota the bytes count against; null for files without a quota. */
export const storedBytesSchema = z.object({
  key: z.string(),
  ...spanSchema.shape,
  size: z.int().describe('bytes of the whole file'),
  claimId: z.string().nullable(),
});
export type StoredBytes = z.infer<typeof storedBytesSchema>;

export const claimParamsSchema = z.object({ claimId: claimIdSchema });
/** The sender chooses the id of a reservation, so that repeated requests count once. */
const reservationIdSchema = z.string().regex(/^[\w-]{1,40}$/);
/**
 * POST /internal/claims/{claimId}/reserve → {@link reservationResultSchema}: reserves the bytes, which may then be sent; 410 when the quota is used
 * up.
 */
export const reserveBytesSchema = spanSchema.extend({
  id: reservationIdSchema,
  done: reservationIdSchema.optional().describe('an earlier part, all of which has left'),
});
export type ReserveBytes = z.infer<typeof reserveBytesSchema>;
/**
 * POST /internal/claims/{claimId}/release → {@link reservationResultSchema}: releases the bytes of that reservation from `from` on, which were not
 * sent.
 */
export const releaseBytesSchema = z.object({ id: reservationIdSchema, from: z.int().min(0) });
export type ReleaseBytes = z.infer<typeof releaseBytesSchema>;
export const reservationResultSchema = z.object({});
