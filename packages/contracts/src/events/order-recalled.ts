import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An admin recalled a delivery. Mails about it that are not sent yet are dropped. */
export const orderRecalled = defineEvent({
  type: 'order.recalled',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    deliveredAt: z.iso.datetime().describe('which delivery it was'),
    recalledAt: z.iso.datetime(),
  }),
});
