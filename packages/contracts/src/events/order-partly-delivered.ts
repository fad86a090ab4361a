import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** An admin delivered the finished videos of an order first. Its download page is open, and the other videos follow. */
export const orderPartlyDelivered = defineEvent({
  type: 'order.partly-delivered',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    paidAt: z.iso.datetime().describe('from which the promised delivery day counts'),
    deliveredAt: z.iso.datetime().describe('the time of the delivery, which identifies it'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    statusToken: z.string().describe('the key to the status page'),
    lines: z.array(orderLineDetailsSchema).describe('the delivered lines'),
    followingLines: z.array(orderLineDetailsSchema).describe('the lines that are delivered later'),
  }),
});
