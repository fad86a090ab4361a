import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { baseOrderNumber, normalise } from '../rules/text.ts';
import { athleteNumberSchema, categoryNameSchema, emailSchema, idSchema, priceSchema, timeSchema, videoStyleSchema } from './common.ts';

/** 未対応 and 完了 stand under 'not handled', 納品済み and 対応済み under 'handled'. */
export const ORDER_STATUSES = ['未対応', '完了', '納品済み', '対応済み'] as const;
export const orderStatusSchema = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof orderStatusSchema>;
export const isHandled = (status: OrderStatus): boolean => status === '納品済み' || status === '対応済み';

/** Base number: last eight digits of the millisecond clock. Line number: base, hyphen, two digits. */
export const orderNumberSchema = z.string().regex(/^\d{8}(-\d{2})?$/);
export const orderParamsSchema = z.object({ orderNumber: orderNumberSchema });

/** POST /api/orders, one record or an array of them. What the client says of price, status and number is never believed. */
export const orderRecordSchema = z.object({
  paymentIntentId: z.string().max(255).optional(),
  orderNumber: z.string().max(20).optional(),
  contestId: z.union([z.string().max(64), z.number()]).optional(),
  contestName: z.string().max(200).optional(),
  category: categoryNameSchema,
  athleteNumber: athleteNumberSchema,
  style: videoStyleSchema,
  customerEmail: emailSchema.optional(),
});
export type OrderRecord = z.infer<typeof orderRecordSchema>;
export const placeOrdersSchema = z.union([orderRecordSchema, z.array(orderRecordSchema).min(1).max(MAX_ORDER_ITEMS)]);

const lineFacts = {
  id: z.string(),
  orderNumber: z.string(),
  contestId: idSchema,
  contestName: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  athleteName: z.string().nullable(),
  style: videoStyleSchema,
  price: priceSchema,
  status: orderStatusSchema,
  orderDate: timeSchema,
  customerEmail: z.string(),
  customerName: z.string(),
};

/** How a dispute ended: won, the payment stands; lost, its money went back to the cardholder. */
export const DISPUTE_OUTCOMES = ['won', 'lost'] as const;
export const disputeOutcomeSchema = z.enum(DISPUTE_OUTCOMES);
export type DisputeOutcome = z.infer<typeof disputeOutcomeSchema>;

/** `disputed`: while a dispute is open; `charged-back`: once it is lost. */
export const PAYMENT_MARKS = ['paid', 'partially-refunded', 'refunded', 'disputed', 'charged-back'] as const;
export const paymentMarkSchema = z.enum(PAYMENT_MARKS);
export type PaymentMark = z.infer<typeof paymentMarkSchema>;
/** Whether the customer has all their money back, by the shop or by the card's bank: such an order owes nothing and gives nothing. */
export const isMoneyBack = (mark: PaymentMark): boolean => mark === 'refunded' || mark === 'charged-back';

/** A line as its customer sees it: `videoDownloadUrl` is the path of the download page, never the outside link. GET /api/user/orders, answer of POST /api/orders. */
export const customerLineSchema = z.object({
  ...lineFacts,
  payment: paymentMarkSchema,
  isDeclined: z.boolean().describe('the product will not make this video; its price goes back'),
  videoUploaded: z.boolean(),
  videoDownloadUrl: z.string().nullable(),
});
export type CustomerLine = z.infer<typeof customerLineSchema>;
export const customerLineListSchema = z.array(customerLineSchema);
/** One record in, one line out; an array in, an array out. */
export const placedOrdersSchema = z.union([customerLineSchema, customerLineListSchema]);

/** What becomes of the money of a declined line: on its way back, back, or refused by the provider, so that it may be tried again. */
export const refundStateSchema = z.enum(['pending', 'succeeded', 'failed']);
export type RefundState = z.infer<typeof refundStateSchema>;

/** GET /api/orders (admin): paid orders' lines, newest first. The answer has a strong ETag. */
export const adminLineSchema = z.object({
  ...lineFacts,
  productionPossible: z.boolean().describe('true means the product declines to produce this video'),
  declined: z.object({ refundState: refundStateSchema }).nullable(),
  videoDownloadUrl: z.string().nullable(),
  claimedAt: timeSchema.nullable().describe('when a browser began to download it'),
  payment: paymentMarkSchema,
  handledAt: timeSchema.nullable(),
  downloadPath: z.string().nullable(),
  mails: z.array(z.object({ template: z.string(), state: z.enum(['sent', 'failed']), at: timeSchema })),
});
export type AdminLine = z.infer<typeof adminLineSchema>;
export const adminLineListSchema = z.array(adminLineSchema);

/** PATCH /api/orders/complete/{orderNumber} */
export const orderCompletedSchema = z.object({ orderNumber: z.string(), status: orderStatusSchema });
/** The doubts that an admin has read and wants to go out all the same, by line id, as the refusal said them. */
export const confirmedDoubtsSchema = z
  .record(z.string().max(20), z.string().max(2000))
  .default({})
  .describe(
    'give out also videos that look as if they were of another line, as far as these are their doubts; any other doubt is a 409 DeliveryDoubtful, which names them all in `fields`',
  );

/** POST /api/orders/{orderNumber}/deliver; keys are line ids */
export const deliverOrderSchema = z.object({
  downloadUrls: z.record(z.string(), z.string()),
  confirmedDoubts: confirmedDoubtsSchema,
});
export const orderDeliveredAnswerSchema = z.object({
  orderNumber: z.string(),
  status: orderStatusSchema,
  downloadPath: z.string(),
  customerEmailSent: z.boolean(),
});

/** POST /api/send-payment-confirmation: only the order number counts; the mail's text is the server's. */
export const paymentConfirmationSchema = z.object({ orderNumber: z.string().max(20), to: emailSchema.optional() });
export const paymentConfirmationAnswerSchema = z.object({ orderNumber: z.string(), sent: z.boolean() });

/** POST /api/orders/lookup → 202 {@link orderLookupAnswerSchema}, the same whether or not such an order exists; its address gets a mail with the link. */
export const orderLookupSchema = z.object({
  orderNumber: z
    .string()
    .max(40)
    .transform((text) => baseOrderNumber(normalise(text)))
    .pipe(z.string().regex(/^\d{8}$/, '注文番号は8桁の数字で入力してください。')),
  email: emailSchema,
});
export const orderLookupAnswerSchema = z.object({ message: z.string() });
