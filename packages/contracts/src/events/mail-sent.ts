import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { mailFacts } from './mail-facts.ts';

/** The SMTP server accepted a mail. */
export const mailSent = defineEvent({
  type: 'mail.sent',
  version: 1,
  schema: z.object({
    ...mailFacts,
    messageId: z.string(),
    sentAt: z.iso.datetime(),
  }),
});
