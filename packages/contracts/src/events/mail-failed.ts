import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { mailFields } from './mail-fields.ts';

/** A mail failed finally: it is not retried unless an operator replays it. */
export const mailFailed = defineEvent({
  type: 'mail.failed',
  version: 1,
  schema: z.object({
    ...mailFields,
    reason: z.string(),
    kind: z.enum(['expired', 'refused', 'unavailable']).describe('`refused`: the server will never accept this mail'),
    failedAt: z.iso.datetime(),
  }),
});
