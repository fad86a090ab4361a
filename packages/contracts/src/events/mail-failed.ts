import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { mailFacts } from './mail-facts.ts';

/** A mail will not be tried again without an operator. */
export const mailFailed = defineEvent({
  type: 'mail.failed',
  version: 1,
  schema: z.object({
    ...mailFacts,
    reason: z.string(),
    failedAt: z.iso.datetime(),
  }),
});
