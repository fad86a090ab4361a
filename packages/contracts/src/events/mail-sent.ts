import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { mailFields } from './mail-fields.ts';

/** The SMTP server accepted a mail. */
export const mailSent = defineEvent({
  type: 'mail.sent',
  version: 1,
  schema: z.object({
    ...mailFields,
    messageId: z.string(),
    sentAt: z.iso.datetime(),
  }),
});
