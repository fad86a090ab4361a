import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineFactsSchema } from './order-line-facts.ts';

/** The product declined one video, and the provider gave its price back. */
export const lineRefunded = defineEvent({
  type: 'line.refunded',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    line: orderLineFactsSchema,
    amount: z.int(),
    reason: z.string(),
    refundedAt: z.iso.datetime(),
  }),
});
