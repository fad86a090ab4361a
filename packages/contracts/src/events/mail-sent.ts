import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** The SMTP server accepted a mail. */
export const mailSent = defineEvent({
  type: 'mail.sent',
  version: 1,
  schema: z.object({
    mailId: z.string(),
    causedBy: z.string().describe('id of the event the mail answers'),
    template: z.string(),
    recipient: z.string(),
    orderNumber: z.string().nullable(),
    messageId: z.string(),
    sentAt: z.iso.datetime(),
  }),
});
