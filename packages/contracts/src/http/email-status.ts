import { z } from 'zod';

/** GET /api/email-status: the outcome of a real SMTP check, at most 30 s old. */
export const emailStatusSchema = z.object({
  emailServiceActive: z.boolean(),
  senderEmail: z.string(),
  smtpServer: z.string(),
  timestamp: z.iso.datetime(),
});
export type EmailStatus = z.infer<typeof emailStatusSchema>;
