import { z } from 'zod';
import { emailSchema, timeSchema } from './common.ts';
import { orderTaskSchema, reportedProblemSchema } from './follow-up.ts';
import {
  confirmedDoubtsSchema,
  disputeOutcomeSchema,
  orderNumberSchema,
  orderStatusSchema,
  paymentMarkSchema,
  refundStateSchema,
} from './orders.ts';
import { salesQuerySchema } from './sales.ts';
import { patterns, published, trimmedTextSchema } from './texts.ts';

/** GET /api/orders/{orderNumber}/life (admin): the timeline of one order. Admin actions are not included; they are in the audit log. */
export const orderTimelineSchema = z.object({
  orderNumber: z.string(),
  status: orderStatusSchema,
  email: z.string(),
  customerName: z.string(),
  createdAt: timeSchema,
  isReopenable: z.boolean().describe('whether it was completed although videos are missing, so that it can be reopened'),
  payment: z.object({
    mark: paymentMarkSchema,
    total: z.int(),
    refundedAmount: z.int(),
    paidAt: timeSchema,
    intentId: z.string(),
    disputedAt: timeSchema.nullable(),
    disputeOutcome: disputeOutcomeSchema.nullable().describe('null while the dispute is open, or where there is none'),
  }),
  mails: z.array(
    z.object({ mailId: z.string(), template: z.string(), recipient: z.string(), state: z.enum(['sent', 'failed']), at: timeSchema }),
  ),
  page: z
    .object({
      path: z.string(),
      openedAt: timeSchema,
      expiresAt: timeSchema,
      recallableMs: z.int().describe('how much longer the latest delivery can be taken back, by the clock of the server; 0 when it cannot'),
    })
    .nullable()
    .describe('null without a delivery, also while one is taken back'),
  recalledAt: timeSchema.nullable().describe('since when the delivery is taken back'),
  tasks: z.array(orderTaskSchema).describe('the open tasks, oldest first'),
  receivedAt: timeSchema.nullable().describe('when the customer confirmed the current delivery'),
  problems: z.array(reportedProblemSchema).describe('all that the customer reported, oldest first'),
  lines: z.array(
    z.object({
      id: z.string(),
      deliveredAt: timeSchema.nullable().describe('equals `openedAt` of the page for the lines of the latest delivery'),
      claim: z.object({ claimedAt: timeSchema, until: timeSchema }).nullable(),
      declined: z.object({ at: timeSchema, reason: z.string(), refundState: refundStateSchema }).nullable(),
    }),
  ),
});
export type OrderTimeline = z.infer<typeof orderTimelineSchema>;

export const orderLineParamsSchema = z.object({ orderNumber: orderNumberSchema, lineId: z.string().regex(/^\d{8}-\d{2}$/) });

/** POST /api/orders/{orderNumber}/mails (admin): sends the mail again, to the current address of the order → {@link mailResentSchema} */
export const resendMailSchema = z.object({ template: z.enum(['order-confirmation', 'order-delivery']) });
export const mailResentSchema = z.object({ customerEmailSent: z.boolean() });

/** PATCH /api/orders/{orderNumber}/customer (admin) → {@link orderTimelineSchema}: moves the order to the corrected address. */
export const correctCustomerSchema = z.object({ email: emailSchema });

/** POST /api/orders/{orderNumber}/extend (admin): restarts the 30 days of the download page → {@link orderTimelineSchema} */
/** POST /api/orders/{orderNumber}/reopen (admin): from 対応済み back to 未対応 → {@link orderTimelineSchema} */
/** POST /api/admin/orders/{orderNumber}/recall: recalls the latest delivery, shortly after it → {@link orderTimelineSchema} */
export const recallDeliverySchema = z.object({
  openedAt: timeSchema.describe('the delivery that is meant, by its page’s `openedAt`; a later one stays and is a 409'),
});
/** PUT /api/admin/orders/{orderNumber}/lines/{lineId}/video: replaces the video of a delivered line → {@link orderTimelineSchema} */
export const replaceVideoSchema = z.object({ url: z.string(), confirmedDoubts: confirmedDoubtsSchema });
/** POST /api/orders/{orderNumber}/lines/{lineId}/re-arm (admin): allows one more download of the video → {@link orderTimelineSchema} */

/**
 * POST /api/orders/{orderNumber}/lines/{lineId}/decline (admin): declines to produce this video and refunds its price to the card → {@link
 * orderTimelineSchema}
 */
export const declineLineSchema = z.object({
  reason: published(trimmedTextSchema(500).min(1, '理由を入力してください。'), { pattern: patterns.visibleText }),
});

/** GET /api/orders/flagged (admin): payments that do not match their order, and refunds that failed later; an admin must check them. */
export const flaggedPaymentSchema = z.object({
  orderNumber: z.string(),
  email: z.string(),
  total: z.int(),
  intentId: z.string(),
  createdAt: timeSchema,
  problem: z
    .enum(['sum-differs', 'paid-late', 'refund-returned'])
    .describe(
      'another sum than the order’s was paid; the customer’s data was removed before it was paid; a refund came back from the card',
    ),
  owedBack: z.int().describe('yen of refunds that came back and were not made good'),
});
export type FlaggedPayment = z.infer<typeof flaggedPaymentSchema>;
export const flaggedPaymentListSchema = z.array(flaggedPaymentSchema);

/** GET /api/orders/export (admin): the lines of all paid orders as CSV, by order date in Asia/Tokyo, both days inclusive. */
export const orderExportQuerySchema = salesQuerySchema;
