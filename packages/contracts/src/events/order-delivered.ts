import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineFactsSchema } from './order-line-facts.ts';

/** An admin delivered: the download page is open. */
export const orderDelivered = defineEvent({
  type: 'order.delivered',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    deliveredAt: z.iso.datetime().optional().describe('which delivery it tells of'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    lines: z.array(orderLineFactsSchema),
  }),
});
