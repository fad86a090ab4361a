import { z } from 'zod';
import { timeSchema } from './common.ts';

/** A message that no consumer could handle. Its content is not shown, because it can contain personal data. */
export const deadLetterSchema = z.object({
  queue: z.string().describe('service and queue, as in notify.mails'),
  messageId: z.string().describe('empty for a message that is no event; it cannot be replayed'),
  type: z.string(),
  reason: z.string().describe('the error, without everything that can be personal data'),
  attempts: z.int(),
  failedAt: timeSchema.nullable(),
});
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

/** GET /api/admin/dead-letters (admin), oldest first. `total` counts those beyond the limit as well. */
export const deadLetterListSchema = z.object({ letters: z.array(deadLetterSchema), total: z.int() });
export const MAX_LISTED_DEAD_LETTERS = 200;

/** POST /api/admin/dead-letters/replay (admin) → 204: puts the message back into its queue. */
export const replayDeadLetterSchema = z.object({ queue: z.string().min(1).max(60), messageId: z.string().min(1).max(64) });
export type ReplayDeadLetter = z.infer<typeof replayDeadLetterSchema>;
