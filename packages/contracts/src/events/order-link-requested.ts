import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineFactsSchema } from './order-line-facts.ts';

/** A guest looked an order up: its address gets the way to it. `page` is null until the delivery. */
export const orderLinkRequested = defineEvent({
  type: 'order-link.requested',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    paidAt: z.iso.datetime(),
    lines: z.array(orderLineFactsSchema),
    page: z.object({ pageId: z.string(), expiresAt: z.iso.datetime() }).nullable(),
  }),
});
