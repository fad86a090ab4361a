import { z } from 'zod';
import { timeSchema } from './common.ts';

/** The most order lines that one request may name. */
export const MAX_LINES_PER_VIDEO_NEEDS_REQUEST = 100;

/**
 * POST /internal/video-needs (orders): until when each of these order lines needs its finished video, and whether it still accepts one. The
 * response omits unknown lines.
 */
export const videoNeedsRequestSchema = z.object({ lineIds: z.array(z.string().max(20)).max(MAX_LINES_PER_VIDEO_NEEDS_REQUEST) });
export const videoNeedsSchema = z.object({
  lines: z.array(
    z.object({
      lineId: z.string(),
      neededUntil: timeSchema.nullable().describe('null while the line still awaits its delivery'),
      contestId: z.string(),
      takesVideo: z.boolean().describe('whether a video can be delivered for the line, or replace the delivered one'),
    }),
  ),
});
export type VideoNeeds = z.infer<typeof videoNeedsSchema>;
