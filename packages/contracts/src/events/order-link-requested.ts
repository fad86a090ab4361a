import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** A guest looked up an order, and a link is mailed to its address. `page` is null until the first delivery. */
export const orderLinkRequested = defineEvent({
  type: 'order-link.requested',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    paidAt: z.iso.datetime(),
    statusToken: z.string().describe('the key to the status page'),
    lines: z.array(orderLineDetailsSchema),
    awaitedLines: z.array(z.string()).optional().describe('numbers of the lines that are delivered later, if others were delivered'),
    page: z.object({ pageId: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  }),
});
