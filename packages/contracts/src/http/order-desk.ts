import { z } from 'zod';
import { emailSchema, timeSchema } from './common.ts';
import {
  confirmedDoubtsSchema,
  disputeOutcomeSchema,
  orderNumberSchema,
  orderStatusSchema,
  paymentMarkSchema,
  refundStateSchema,
} from './orders.ts';
import { salesQuerySchema } from './sales.ts';

/** GET /api/orders/{orderNumber}/life (admin): everything that happened to one order but the admins' acts, which the audit log has. */
export const orderLifeSchema = z.object({
  orderNumber: z.string(),
  status: orderStatusSchema,
  email: z.string(),
  customerName: z.string(),
  createdAt: timeSchema,
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
      recallableMs: z.int().describe('how much longer the delivery can be taken back, by the clock of the server; 0 when it cannot'),
    })
    .nullable()
    .describe('null without a delivery, also while one is taken back'),
  recalledAt: timeSchema.nullable().describe('since when the delivery is taken back'),
  lines: z.array(
    z.object({
      id: z.string(),
      claim: z.object({ claimedAt: timeSchema, until: timeSchema }).nullable(),
      declined: z.object({ at: timeSchema, reason: z.string(), refundState: refundStateSchema }).nullable(),
    }),
  ),
});
export type OrderLife = z.infer<typeof orderLifeSchema>;

export const orderLineParamsSchema = z.object({ orderNumber: orderNumberSchema, lineId: z.string().regex(/^\d{8}-\d{2}$/) });

/** POST /api/orders/{orderNumber}/mails (admin): the mail once more, to the order's present address → {@link mailResentSchema} */
export const resendMailSchema = z.object({ template: z.enum(['order-confirmation', 'order-delivery']) });
export const mailResentSchema = z.object({ customerEmailSent: z.boolean() });

/** PATCH /api/orders/{orderNumber}/customer (admin) → {@link orderLifeSchema}: the order belongs to the corrected address from then on. */
export const correctCustomerSchema = z.object({ email: emailSchema });

/** POST /api/orders/{orderNumber}/extend (admin): the download page's days begin anew → {@link orderLifeSchema} */
/** POST /api/orders/{orderNumber}/reopen (admin): from 対応済み back to 未対応 → {@link orderLifeSchema} */
/** POST /api/admin/orders/{orderNumber}/recall: takes the latest delivery back, for a while after it → {@link orderLifeSchema} */
export const recallDeliverySchema = z.object({
  openedAt: timeSchema.describe('the delivery that is meant, by its page’s `openedAt`; a later one stays and is a 409'),
});
/** PUT /api/admin/orders/{orderNumber}/lines/{lineId}/video: another video in the place of a delivered one → {@link orderLifeSchema} */
export const replaceVideoSchema = z.object({ url: z.string(), confirmedDoubts: confirmedDoubtsSchema });
/** POST /api/orders/{orderNumber}/lines/{lineId}/re-arm (admin): the video may be downloaded once more → {@link orderLifeSchema} */

/** POST /api/orders/{orderNumber}/lines/{lineId}/decline (admin): the product declines to produce this video; its price goes back to the card → {@link orderLifeSchema} */
export const declineLineSchema = z.object({ reason: z.string().trim().min(1, '理由を入力してください。').max(500) });

/** GET /api/orders/flagged (admin): payments that do not fit their order, and refunds that came back; a person must look. */
export const flaggedPaymentSchema = z.object({
  orderNumber: z.string(),
  email: z.string(),
  total: z.int(),
  intentId: z.string(),
  createdAt: timeSchema,
  problem: z.enum(['sum-differs', 'refund-returned']).describe('another sum than the order’s was paid; a refund came back from the card'),
  owedBack: z.int().describe('yen of refunds that came back and were not made good'),
});
export type FlaggedPayment = z.infer<typeof flaggedPaymentSchema>;
export const flaggedPaymentListSchema = z.array(flaggedPaymentSchema);

/** GET /api/orders/export (admin): the lines of all paid orders as CSV, by the day of the order in Asia/Tokyo, both days inclusive. */
export const orderExportQuerySchema = salesQuerySchema;
