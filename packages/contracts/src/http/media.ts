import { z } from 'zod';
import { idSchema, timeSchema } from './common.ts';

/** A picture or video of a contest that anybody may see. */
export const mediaSchema = z.object({
  id: idSchema,
  contestId: idSchema,
  category: z.enum(['cover-image', 'sample']),
  type: z.enum(['video', 'image']),
  url: z.string(),
  originalName: z.string(),
  uploadedAt: timeSchema,
  displayOrder: z.int(),
  thumbnailUrl: z.string().nullable(),
});
export type Media = z.infer<typeof mediaSchema>;

/** GET /api/contests/{id}/media, in the order of `displayOrder` */
export const mediaListSchema = z.array(mediaSchema);
