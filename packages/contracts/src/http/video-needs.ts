import { z } from 'zod';
import { timeSchema } from './common.ts';

export const VIDEO_NEEDS_AT_ONCE = 100;

/**
 * POST /internal/video-needs (orders): until when finished videos of these lines are of use to anybody. A line that no order has is not in
 * the answer.
 */
export const videoNeedsQuestionSchema = z.object({ lineIds: z.array(z.string().max(20)).max(VIDEO_NEEDS_AT_ONCE) });
export const videoNeedsSchema = z.object({
  lines: z.array(
    z.object({
      lineId: z.string(),
      neededUntil: timeSchema.nullable().describe('null while the line still awaits its delivery'),
    }),
  ),
});
export type VideoNeeds = z.infer<typeof videoNeedsSchema>;
