import { z } from 'zod';

/** Fields of all events about a mail. */
export const mailFields = {
  mailId: z.string(),
  causedBy: z.string().describe('id of the event the mail answers'),
  template: z.string(),
  recipient: z.string(),
  orderNumber: z.string().nullable().describe('of the order, or of its line if the mail is about one line'),
};
