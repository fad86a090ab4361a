import { z } from 'zod';

/** The body of every response outside 2xx. `fields` maps the path of a request field to a Japanese text; further members are for the screen. */
export const errorBodySchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  remainingAttempts: z.int().optional(),
  lockoutUntil: z.iso.datetime().optional(),
  refused: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })).optional(),
  /** Current prices in yen, in the order of the requested items, when the amount did not match them. */
  prices: z.array(z.int()).optional(),
  /** Indices of the missing chunks of an upload. */
  missing: z.array(z.int()).optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
