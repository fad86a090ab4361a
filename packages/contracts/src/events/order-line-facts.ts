import { z } from 'zod';
import { videoStyleSchema } from '../http/common.ts';

/** What a mail tells of one line. */
export const orderLineFactsSchema = z.object({
  lineNumber: z.string(),
  contestName: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  athleteName: z.string().nullable(),
  style: videoStyleSchema,
  price: z.int(),
});
export type OrderLineFacts = z.infer<typeof orderLineFactsSchema>;
