import { z } from 'zod';

/** What every event about a mail says of it. */
export const mailFacts = {
  mailId: z.string(),
  causedBy: z.string().describe('id of the event the mail answers'),
  template: z.string(),
  recipient: z.string(),
  orderNumber: z.string().nullable(),
};
