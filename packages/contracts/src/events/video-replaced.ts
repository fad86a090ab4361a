import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** An admin replaced a delivered video. It can be downloaded again from the same page. */
export const videoReplaced = defineEvent({
  type: 'video.replaced',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    deliveredAt: z.iso.datetime().describe('the time of the delivery, which identifies it'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    line: orderLineDetailsSchema,
  }),
});
