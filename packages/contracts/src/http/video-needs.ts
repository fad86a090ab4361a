import { z } from 'zod';
import { timeSchema } from './common.ts';

export const VIDEO_NEEDS_AT_ONCE = 100;

/**
 * POST /internal/video-needs (orders): until when finished videos of these lines are of use to anybody, and which lines take one. A line that no order has is not in
 * the answer.
 */
export const videoNeedsQuestionSchema = z.object({ lineIds: z.array(z.string().max(20)).max(VIDEO_NEEDS_AT_ONCE) });
export const videoNeedsSchema = z.object({
  lines: z.array(
    z.object({
      lineId: z.string(),
      neededUntil: timeSchema.nullable().describe('null while the line still awaits its delivery'),
      // Missing where orders is of an earlier version.
      contestId: z.string().optional(),
      takesVideo: z.boolean().optional().describe('a video can be delivered on the line, or put in the place of the delivered one'),
    }),
  ),
});
export type VideoNeeds = z.infer<typeof videoNeedsSchema>;
