import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** A mail will not be tried again without an operator. */
export const mailFailed = defineEvent({
  type: 'mail.failed',
  version: 1,
  schema: z.object({
    mailId: z.string(),
    causedBy: z.string().describe('id of the event the mail answers'),
    template: z.string(),
    recipient: z.string(),
    orderNumber: z.string().nullable(),
    reason: z.string(),
    failedAt: z.iso.datetime(),
  }),
});
