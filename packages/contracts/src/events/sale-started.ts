import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An announced contest was published, and this address asked to be told. One event for each address. */
export const saleStarted = defineEvent({
  type: 'sale.started',
  version: 1,
  schema: z.object({
    email: z.string(),
    contestName: z.string(),
    contestSlug: z.string(),
    date: z.string(),
    location: z.string(),
    expiresAt: z.iso.datetime().describe('the mail is not sent after this time'),
  }),
});
