import { z } from 'zod';

/** Fields of all events about a mail. */
export const mailFields = {
  mailId: z.string(),
  causedBy: z.string().describe('id of the event the mail answers'),
  template: z.string(),
  recipient: z.string(),
  orderNumber: z.string().nullable(),
};
