import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineFactsSchema } from './order-line-facts.ts';

/** The provider says the money is there. Emitted once an order, by whichever of webhook, client and reconciler came first. */
export const orderPaid = defineEvent({
  type: 'order.paid',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    totalAmount: z.int(),
    paidAt: z.iso.datetime(),
    lines: z.array(
      orderLineFactsSchema.extend({ isDeclined: z.boolean().optional().describe('true once it will not be made: the mail is sent again') }),
    ),
  }),
});
