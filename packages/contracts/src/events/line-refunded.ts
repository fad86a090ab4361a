import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** The shop declined to produce one video, and its price was refunded. */
export const lineRefunded = defineEvent({
  type: 'line.refunded',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    line: orderLineDetailsSchema,
    amount: z.int(),
    reason: z.string(),
    refundedAt: z.iso.datetime(),
  }),
});
