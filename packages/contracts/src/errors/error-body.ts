import { z } from 'zod';

/** The body of every answer outside 2xx. `fields` maps a request field's path to its own Japanese text; further members carry facts a screen needs. */
export const errorBodySchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  remainingAttempts: z.int().optional(),
  lockoutUntil: z.iso.datetime().optional(),
  refused: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })).optional(),
  /** Yen, in the order of the items that were asked for: what they cost now, where a sum was not theirs. */
  prices: z.array(z.int()).optional(),
  /** Indices of the chunks an upload still lacks. */
  missing: z.array(z.int()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
