import { z } from 'zod';
import { textSchema } from './texts.ts';

/**
 * POST /api/contests/{id}/athletes/import (admin) → {@link rosterPreviewSchema}. Without `apply`, nothing is stored. With `apply`, every row
 * without an error is stored, if the `fingerprint` is that of the preview and no row was changed concurrently (else 409). `file`: base64, at most 700
 * kB.
 */
export const importRosterSchema = z.object({
  file: z.base64().max(960_000),
  apply: z.boolean().default(false),
  fingerprint: textSchema(64).optional(),
});
export const rosterPreviewSchema = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  fingerprint: z.string(),
  isApplied: z.boolean(),
  /** Unknown column headings; these columns are ignored. */
  ignoredColumns: z.array(z.string()).default([]),
  counts: z.object({ create: z.int(), update: z.int(), same: z.int(), refused: z.int() }),
  rows: z.array(
    z.object({
      /** Row number as in a spreadsheet: the header is row 1. */
      row: z.int(),
      athleteNumber: z.string(),
      name: z.string().nullable(),
      category: z.string(),
      action: z.enum(['create', 'update', 'same', 'refused']),
      errors: z.array(z.string()),
    }),
  ),
});
export type RosterPreview = z.infer<typeof rosterPreviewSchema>;
