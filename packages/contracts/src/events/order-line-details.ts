import { z } from 'zod';
import { videoStyleSchema } from '../http/common.ts';

/** The details of an order line that are shown in mails. */
export const orderLineDetailsSchema = z.object({
  lineNumber: z.string(),
  contestName: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  athleteName: z.string().nullable(),
  style: videoStyleSchema,
  price: z.int(),
});
export type OrderLineDetails = z.infer<typeof orderLineDetailsSchema>;
