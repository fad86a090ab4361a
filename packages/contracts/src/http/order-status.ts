import { z } from 'zod';
import { orderedVideoFields, timeSchema } from './common.ts';

/** The token is the key to the page, so it is unguessable. */
export const orderStatusParamsSchema = z.object({ token: z.string().regex(/^[\w-]{40,64}$/) });

/**
 * `in-production`: not delivered yet; `declined`: the shop does not make this video; `refunded`: the customer has all money of the order back;
 * `closed`: the order was completed without a delivery.
 */
export const ORDER_LINE_STATES = ['in-production', 'delivered', 'declined', 'refunded', 'closed'] as const;
export const orderLineStateSchema = z.enum(ORDER_LINE_STATES);
export type OrderLineState = z.infer<typeof orderLineStateSchema>;

/**
 * GET /api/order-status/{token}. Whoever has the address can read it, so it contains no personal data and no way to the videos. The response has
 * an ETag.
 */
export const orderStatusPageSchema = z.object({
  orderNumber: z.string(),
  orderDate: timeSchema,
  lines: z.array(
    z.object({
      id: z.string(),
      ...orderedVideoFields,
      state: orderLineStateSchema,
      isRefunded: z.boolean().describe('whether the price of this line was paid back'),
    }),
  ),
  total: z.int().describe('yen, tax included'),
  refundedAmount: z.int().describe('yen paid back so far'),
  promisedFrom: timeSchema.describe('the first promised delivery day, at noon in Japan'),
  promisedBy: timeSchema.describe('the last promised delivery day, at noon in Japan'),
  isLate: z.boolean().describe('whether a video is missing after the last promised day'),
  deliveredAt: timeSchema.nullable(),
  downloadableUntil: timeSchema.nullable(),
  isRecalled: z.boolean().describe('whether the shop took the delivery back to correct it'),
  feedback: z
    .object({
      receivedAt: timeSchema.nullable().describe('when the customer confirmed the current delivery'),
      videos: z.string().describe('a digest of the delivered videos, which names them in a confirmation'),
      problem: z
        .object({ reportedAt: timeSchema, isClosed: z.boolean() })
        .nullable()
        .describe('the latest reported problem; never its text, because whoever has the address can read the page'),
    })
    .nullable()
    .describe('null if nothing is delivered, or if the shop does not ask'),
});
export type OrderStatusPage = z.infer<typeof orderStatusPageSchema>;
