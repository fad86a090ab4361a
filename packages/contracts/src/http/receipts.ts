import { z } from 'zod';
import { priceSchema, singleLineSchema, timeSchema, videoStyleSchema } from './common.ts';
import { sellerSchema } from './shop.ts';

/** What the customer has written on a receipt: like a name, it holds no angle brackets. */
const writtenSchema = (whenMissing: string) =>
  singleLineSchema(100)
    .trim()
    .min(1, whenMissing)
    .regex(/^[^<>]*$/, '< と > は使用できません。');

/**
 * POST /api/orders/{orderNumber}/receipt (by the proven address) or /api/download/{pageId}/receipt → 201 {@link receiptSchema}.
 * `key` is new for every receipt that is wanted: the same key answers the same receipt. Every receipt after an order's first is marked 再発行.
 */
export const issueReceiptSchema = z.object({
  key: z.uuid(),
  addressee: writtenSchema('宛名を入力してください。'),
  proviso: writtenSchema('但し書きを入力してください。'),
});
export type IssueReceipt = z.infer<typeof issueReceiptSchema>;

/** A receipt as it is printed. Amounts are yen; `taxAmount` is the consumption tax within `total`, rounded down once. */
export const receiptSchema = z.object({
  receiptNumber: z.string(),
  orderNumber: z.string(),
  issuedAt: timeSchema,
  paidAt: timeSchema,
  isReissue: z.boolean(),
  addressee: z.string(),
  proviso: z.string(),
  lines: z.array(
    z.object({
      number: z.string(),
      contestName: z.string(),
      category: z.string(),
      athleteNumber: z.string(),
      style: videoStyleSchema,
      price: priceSchema,
    }),
  ),
  /** Given back before the receipt was issued; `total` is what remains. */
  refundedAmount: z.int().min(0),
  total: z.int().min(0),
  taxRatePercent: z.int(),
  taxAmount: z.int().min(0),
  seller: sellerSchema,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** GET on the same addresses: what a form starts from, and the newest receipt, if any was issued. Looking issues nothing. */
export const receiptStateSchema = z.object({
  orderNumber: z.string(),
  customerName: z.string(),
  latest: receiptSchema.nullable(),
});
export type ReceiptState = z.infer<typeof receiptStateSchema>;
