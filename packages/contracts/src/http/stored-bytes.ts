import { z } from 'zod';

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

/** A part of a file that was counted and may leave, and what of it leaves for the first time. */
export const reservationSchema = z.object({ span: spanSchema, fresh: z.array(spanSchema) });
export type Reservation = z.infer<typeof reservationSchema>;

export const grantParamsSchema = z.object({ claimId: z.string().regex(/^[\w-]{1,80}$/) });
/** POST /internal/grants/{claimId}/reserve {@link spanSchema} → {@link reservationSchema}; 410 DownloadBytesSpent */
/** POST /internal/grants/{claimId}/give-back → {@link givenBackSchema}: the part from `from` on never left. */
export const giveBackSchema = z.object({ reservation: reservationSchema, from: z.int().min(0) });
export const givenBackSchema = z.object({});
export type GiveBack = z.infer<typeof giveBackSchema>;
