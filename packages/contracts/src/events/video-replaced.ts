import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { orderLineFactsSchema } from './order-line-facts.ts';

/** An admin put another video in the place of a delivered one: it may be downloaded once more, from the same page. */
export const videoReplaced = defineEvent({
  type: 'video.replaced',
  version: 1,
  schema: z.object({
    orderNumber: z.string(),
    email: z.string(),
    customerName: z.string(),
    deliveredAt: z.iso.datetime().describe('which delivery it tells of'),
    pageId: z.string(),
    expiresAt: z.iso.datetime(),
    line: orderLineFactsSchema,
  }),
});
