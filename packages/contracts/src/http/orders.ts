import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { baseOrderNumber } from '../rules/text.ts';
import { normalise } from '../rules/visible-text.ts';
import {
  athleteNumberSchema,
  categoryNameSchema,
  emailSchema,
  idSchema,
  orderedVideoFields,
  timeSchema,
  videoStyleSchema,
} from './common.ts';
import { orderTaskSchema } from './follow-up.ts';
import { published, textSchema } from './texts.ts';

/** 未対応 and 完了 are shown as not handled, 納品済み and 対応済み as handled. */
export const ORDER_STATUSES = ['未対応', '完了', '納品済み', '対応済み'] as const;
export const orderStatusSchema = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof orderStatusSchema>;
export const isHandled = (status: OrderStatus): boolean => status === '納品済み' || status === '対応済み';

/** Base number: last eight digits of the millisecond clock. Line number: base, hyphen, two digits. */
export const orderNumberSchema = z.string().regex(/^\d{8}(-\d{2})?$/);
export const orderParamsSchema = z.object({ orderNumber: orderNumberSchema });

/** POST /api/orders, one record or an array of them. Price, status and number sent by the client are ignored. */
export const orderRecordSchema = z.object({
  paymentIntentId: textSchema(255).optional(),
  orderNumber: textSchema(20).optional(),
  contestId: z.union([textSchema(64), z.number()]).optional(),
  contestName: textSchema(200).optional(),
  category: categoryNameSchema,
  athleteNumber: athleteNumberSchema,
  style: videoStyleSchema,
  customerEmail: emailSchema.optional(),
});
export type OrderRecord = z.infer<typeof orderRecordSchema>;
export const placeOrderSchema = z.union([orderRecordSchema, z.array(orderRecordSchema).min(1).max(MAX_ORDER_ITEMS)]);

const lineFacts = {
  id: z.string(),
  orderNumber: z.string(),
  contestId: idSchema,
  ...orderedVideoFields,
  status: orderStatusSchema,
  orderDate: timeSchema,
  customerEmail: z.string(),
  customerName: z.string(),
};

/** Outcome of a dispute. `won`: the shop keeps the payment; `lost`: the money went back to the cardholder. */
export const DISPUTE_OUTCOMES = ['won', 'lost'] as const;
export const disputeOutcomeSchema = z.enum(DISPUTE_OUTCOMES);
export type DisputeOutcome = z.infer<typeof disputeOutcomeSchema>;

/** `disputed`: a dispute is open; `charged-back`: it was lost. */
export const PAYMENT_MARKS = ['paid', 'partially-refunded', 'refunded', 'disputed', 'charged-back'] as const;
export const paymentMarkSchema = z.enum(PAYMENT_MARKS);
export type PaymentMark = z.infer<typeof paymentMarkSchema>;
/** True when the customer has all their money back, by refund or chargeback: nothing is delivered or downloaded for such an order. */
export const isFullyRefunded = (mark: PaymentMark): boolean => mark === 'refunded' || mark === 'charged-back';

/**
 * A line as shown to its customer. `videoDownloadUrl` is the path of the download page, never the external link. Response of GET /api/user/orders and
 * POST /api/orders.
 */
export const customerLineSchema = z.object({
  ...lineFacts,
  payment: paymentMarkSchema,
  isDeclined: z.boolean().describe('whether the shop does not make this video and refunds its price'),
  videoUploaded: z.boolean(),
  videoDownloadUrl: z.string().nullable(),
  statusPath: z.string().describe('the web’s path of the order’s status page'),
});
export type CustomerLine = z.infer<typeof customerLineSchema>;
export const customerLineListSchema = z.array(customerLineSchema);
/** One line if one record was sent; an array if an array was sent. */
export const placedOrdersSchema = z.union([customerLineSchema, customerLineListSchema]);

/** The refund of a declined line: pending, done, or rejected by the payment provider, so that it can be tried again. */
export const refundStateSchema = z.enum(['pending', 'succeeded', 'failed']);
export type RefundState = z.infer<typeof refundStateSchema>;

/** GET /api/orders (admin): paid orders' lines, newest first. The response has a strong ETag. */
export const adminLineSchema = z.object({
  ...lineFacts,
  productionPossible: z.boolean().describe('true means that the shop does not make this video'),
  declined: z.object({ refundState: refundStateSchema }).nullable(),
  videoDownloadUrl: z.string().nullable().describe('the delivered video; null until the line is delivered'),
  claimedAt: timeSchema.nullable().describe('when a browser began to download it'),
  payment: paymentMarkSchema,
  handledAt: timeSchema.nullable(),
  downloadPath: z.string().nullable(),
  downloadExpiresAt: timeSchema.nullable().describe('until when the download page is open'),
  mails: z.array(
    z.object({
      template: z.string(),
      lineNumber: z.string().optional().describe('of a mail about one line'),
      state: z.enum(['sent', 'failed']),
      at: timeSchema,
    }),
  ),
  tasks: z.array(orderTaskSchema).describe('the open tasks of the order, oldest first; only on its first line'),
  receivedAt: timeSchema.nullable().describe('when the customer confirmed the current delivery'),
});
export type AdminLine = z.infer<typeof adminLineSchema>;
export const adminLineListSchema = z.array(adminLineSchema);

/** GET /api/orders?since={cursor} (admin) → {@link orderChangesSchema}. An empty or unknown cursor begins a new list. */
export const orderListQuerySchema = z.object({ since: textSchema(200).optional() });
export const orderChangesSchema = z.object({
  cursor: z.string().describe('for the next request'),
  isRestart: z.boolean().describe('the orders begin a new list; those of earlier responses are outdated'),
  hasMore: z.boolean().describe('the list is incomplete until the next request'),
  total: z.int().describe('how many orders the list has; a caller with another number missed a deletion and begins a new list'),
  orders: adminLineListSchema.describe('all lines of the changed orders'),
});
export type OrderChanges = z.infer<typeof orderChangesSchema>;

/** PATCH /api/orders/complete/{orderNumber} */
export const orderCompletedSchema = z.object({ orderNumber: z.string(), status: orderStatusSchema });
/** The delivery doubts that the admin has read and confirmed, by line id, with the texts of the refusal. */
export const confirmedDoubtsSchema = z
  .record(textSchema(20), textSchema(2000))
  .default({})
  .describe('delivers videos despite these delivery doubts; any other doubt is a 409 DeliveryDoubtful, which names all doubts in `fields`');

/**
 * POST /api/orders/{orderNumber}/deliver and POST /api/orders/{orderNumber}/deliver-ready; keys are line ids. The first needs a video for every line
 * that is not delivered yet, the second for at least one of them.
 */
export const deliverOrderSchema = z.object({
  downloadUrls: z.record(z.string(), z.string()),
  confirmedDoubts: confirmedDoubtsSchema,
});
export const orderDeliveredResponseSchema = z.object({
  orderNumber: z.string(),
  status: orderStatusSchema,
  downloadPath: z.string(),
  customerEmailSent: z.boolean(),
});

/** POST /api/send-payment-confirmation: only the order number is used; the server writes the text of the mail. */
export const paymentConfirmationSchema = z.object({ orderNumber: textSchema(20), to: emailSchema.optional() });
export const paymentConfirmationResponseSchema = z.object({ orderNumber: z.string(), sent: z.boolean() });

/**
 * POST /api/orders/lookup → 202 {@link orderLookupResponseSchema}, the same response whether the order exists or not. If it exists, a link is mailed
 * to its address.
 */
export const orderLookupSchema = z.object({
  orderNumber: published(
    z
      .string()
      .max(40)
      .transform((text) => baseOrderNumber(normalise(text)))
      .pipe(z.string().regex(/^\d{8}$/, '注文番号は8桁の数字で入力してください。')),
    { pattern: '^[0-9]{8}(-[0-9]{2})?$' },
  ),
  email: emailSchema,
});
export const orderLookupResponseSchema = z.object({ message: z.string() });
