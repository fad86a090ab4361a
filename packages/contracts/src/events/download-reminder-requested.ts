import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** `claim`: nothing was downloaded since the delivery. `expiry`: the download page expires soon. */
export const REMINDER_KINDS = ['claim', 'expiry'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** Delivered videos wait for their download, and the customer is reminded of them. */
export const downloadReminderRequested = defineEvent({
  type: 'download-reminder.requested',
  version: 1,
  schema: z.object({
    kind: z.enum(REMINDER_KINDS),
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    deliveredAt: z.iso.datetime().describe('the time of the delivery, which identifies it'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    statusToken: z.string().describe('the key to the status page'),
    lines: z.array(orderLineDetailsSchema).describe('the delivered lines that nobody has downloaded'),
  }),
});
