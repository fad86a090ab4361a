import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** A guest looked up an order, and a link is mailed to its address. `page` is null until the delivery. */
export const orderLinkRequested = defineEvent({
  type: 'order-link.requested',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    paidAt: z.iso.datetime(),
    statusToken: z.string().optional().describe('the key to the status page'),
    lines: z.array(orderLineDetailsSchema),
    page: z.object({ pageId: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  }),
});
