import { z } from 'zod';
import { priceSchema, timeSchema, videoStyleSchema } from './common.ts';
import { sellerSchema } from './shop.ts';
import { patterns, published, visibleLineSchema } from './texts.ts';

/** Text that the customer chooses for a receipt. Like a name, it must not contain angle brackets. */
const writtenSchema = (whenMissing: string) =>
  published(
    visibleLineSchema(100)
      .min(1, whenMissing)
      .regex(/^[^<>]*$/, '< と > は使用できません。'),
    { pattern: patterns.visibleLineWithoutTags },
  );

/** Printed after the addressee: 様 for a person, 御中 for a company. */
export const HONORIFICS = ['様', '御中'] as const;
const honorificSchema = z.enum(HONORIFICS);
export type Honorific = (typeof HONORIFICS)[number];

/**
 * POST /api/orders/{orderNumber}/receipt (with a proven address) or /api/download/{pageId}/receipt → 201 {@link receiptSchema}.
 * Whoever has only the link of the page cannot issue the last {@link OWNER_RECEIPTS}.
 * `key` is an idempotency key: the same key returns the same receipt. Every receipt after the first of an order is marked 再発行.
 */
export const issueReceiptSchema = z.object({
  key: z.uuid(),
  addressee: writtenSchema('宛名を入力してください。'),
  honorific: honorificSchema,
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
  honorific: honorificSchema,
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
  /** Refunded before the receipt was issued; `total` is the rest. */
  refundedAmount: z.int().min(0),
  total: z.int().min(0),
  taxRatePercent: z.int(),
  taxAmount: z.int().min(0),
  seller: sellerSchema,
});
export type Receipt = z.infer<typeof receiptSchema>;

/**
 * GET on the same paths: the initial values of the form, and the latest receipt, if there is one. Does not issue a receipt. Whoever has only the
 * link of the page gets no names: `customerName` and `latest` are null.
 */
export const receiptPageSchema = z.object({
  orderNumber: z.string(),
  customerName: z.string().nullable(),
  latest: receiptSchema.nullable(),
  /** Whether a receipt was issued, so that the next one is a reissue. */
  isIssued: z.boolean(),
});
export type ReceiptPageData = z.infer<typeof receiptPageSchema>;
