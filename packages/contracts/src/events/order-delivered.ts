import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** An admin delivered all videos of the order, or all that were missing, and its download page is open. */
export const orderDelivered = defineEvent({
  type: 'order.delivered',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    deliveredAt: z.iso.datetime().describe('the time of the delivery, which identifies it'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    statusToken: z.string().describe('the key to the status page'),
    lines: z.array(orderLineDetailsSchema),
    isRest: z.boolean().optional().describe('whether other videos of the order were delivered before; `lines` has only the new ones'),
  }),
});
