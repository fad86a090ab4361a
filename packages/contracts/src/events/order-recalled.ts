import { z } from 'zod';
import { defineEvent } from './envelope.ts';

/** An admin took a delivery back: what was to tell of it has become untrue. */
export const orderRecalled = defineEvent({
  type: 'order.recalled',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    deliveredAt: z.iso.datetime().describe('which delivery it was'),
    recalledAt: z.iso.datetime(),
  }),
});
