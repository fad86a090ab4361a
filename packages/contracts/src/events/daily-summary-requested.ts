import { z } from 'zod';
import { contestGapsSchema, todaySchema } from '../http/today.ts';
import { defineEvent } from './envelope.ts';

/** Something needs the admins' attention, or something was sold since the last summary. One event for each admin and day. */
export const dailySummaryRequested = defineEvent({
  type: 'daily-summary.requested',
  version: 1,
  schema: z.object({
    email: z.string(),
    today: todaySchema,
    newSales: z.object({
      since: z.iso.datetime().describe('the time of the last summary'),
      orders: z.int(),
      total: z.int().describe('yen, tax included'),
    }),
    contests: contestGapsSchema.nullable().describe('null if the catalog could not be asked'),
    expiresAt: z.iso.datetime().describe('the mail is not sent after this time'),
  }),
});
