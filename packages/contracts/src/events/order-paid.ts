import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineDetailsSchema } from './order-line-details.ts';

/** The payment provider has confirmed the payment. Emitted once per order, by webhook, client request or reconciler, whichever is first. */
export const orderPaid = defineEvent({
  type: 'order.paid',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    totalAmount: z.int(),
    paidAt: z.iso.datetime(),
    statusToken: z.string().describe('the key to the status page'),
    lines: z.array(
      orderLineDetailsSchema.extend({
        isDeclined: z.boolean().optional().describe('true once it will not be made: the mail is sent again'),
      }),
    ),
  }),
});
