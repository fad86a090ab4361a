import { z } from 'zod';

/**
 * POST /api/contests/{id}/athletes/import (admin) → {@link rosterPreviewSchema}. Without `apply` nothing is stored; with it every row without
 * an error is, if the file still has the preview's `fingerprint` and no row changed meanwhile (409 else). `file` is base64, at most 700 kB of it.
 */
export const importRosterSchema = z.object({
  file: z.base64().max(960_000),
  apply: z.boolean().default(false),
  fingerprint: z.string().max(64).optional(),
});
export const rosterPreviewSchema = z.object({
  encoding: z.enum(['UTF-8', 'Shift_JIS']),
  fingerprint: z.string(),
  isApplied: z.boolean(),
  /** Headings that mean nothing to the shop; what stands below them is left out. */
  ignoredColumns: z.array(z.string()).default([]),
  counts: z.object({ create: z.int(), update: z.int(), same: z.int(), refused: z.int() }),
  rows: z.array(
    z.object({
      /** As a spreadsheet counts: the header is row 1. */
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
