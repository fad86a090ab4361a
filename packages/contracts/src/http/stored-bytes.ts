import { z } from 'zod';
import { claimIdSchema } from './downloads.ts';

/** Bytes of a file from the first to the last, both inclusive. */
export const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(0) });
export type Span = z.infer<typeof spanSchema>;

/**
 * The gateway says by this header of a request that it can read stored files itself. What is to be sent then comes as
 * {@link STORED_BYTES_HEADER} of an answer without a body; every other header and the status are the client's.
 */
export const HAND_OVER_HEADER = 'x-hand-over';
export const STORED_BYTES_HEADER = 'x-stored-bytes';
/** `claimId`: whose bytes they are; null where nobody counts. */
export const storedBytesSchema = z.object({
  key: z.string(),
  ...spanSchema.shape,
  size: z.int().describe('bytes of the whole file'),
  claimId: z.string().nullable(),
});
export type StoredBytes = z.infer<typeof storedBytesSchema>;

export const grantParamsSchema = z.object({ claimId: claimIdSchema });
/** Whoever sends a part of a file names it: what is said of it twice counts once. */
const reservationIdSchema = z.string().regex(/^[\w-]{1,40}$/);
/** POST /internal/grants/{claimId}/reserve → {@link countedSchema}: the part is counted and may leave; 410 when it may not. */
export const reserveSchema = spanSchema.extend({
  id: reservationIdSchema,
  done: reservationIdSchema.optional().describe('an earlier part, all of which has left'),
});
export type Reserve = z.infer<typeof reserveSchema>;
/** POST /internal/grants/{claimId}/give-back → {@link countedSchema}: the part of that id never left, from `from` on. */
export const giveBackSchema = z.object({ id: reservationIdSchema, from: z.int().min(0) });
export type GiveBack = z.infer<typeof giveBackSchema>;
export const countedSchema = z.object({});
