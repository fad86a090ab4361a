import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { athleteNumberSchema, categoryNameSchema, idSchema, priceSchema, videoStyleSchema } from './common.ts';

/** One video that a visitor wants to buy. */
export const orderItemSchema = z.object({
  contestId: idSchema,
  category: categoryNameSchema,
  athleteNumber: athleteNumberSchema,
  videoStyle: videoStyleSchema,
});
export type OrderItem = z.infer<typeof orderItemSchema>;

/** POST /internal/quote (catalog) → {lines}, in the order of the items, or 409 with `refused`. */
export const quoteRequestSchema = z.object({ items: z.array(orderItemSchema).min(1).max(MAX_ORDER_ITEMS) });
export const quotedLineSchema = z.object({
  contestId: idSchema,
  contestName: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  athleteName: z.string().nullable(),
  videoStyle: videoStyleSchema,
  price: priceSchema,
});
export type QuotedLine = z.infer<typeof quotedLineSchema>;
export const quoteSchema = z.object({ lines: z.array(quotedLineSchema) });

export const REFUSAL_CODES = ['ContestNotFound', 'ContestNotPublished', 'AthleteNotFound', 'AthleteNotOnSale'] as const;
export const refusedItemSchema = z.object({ index: z.int(), code: z.enum(REFUSAL_CODES) });
export type RefusedItem = z.infer<typeof refusedItemSchema>;
/** The 409 of /internal/quote: an error body with the refused items. */
export const quoteRefusalSchema = z.object({
  code: z.literal('ItemsUnavailable'),
  message: z.string(),
  refused: z.array(refusedItemSchema),
});

/** Texts shown next to a refused line. */
export const refusalMessages: Record<RefusedItem['code'], string> = {
  ContestNotFound: 'この大会は見つかりませんでした。',
  ContestNotPublished: 'この大会は現在販売していません。',
  AthleteNotFound: 'この選手は見つかりませんでした。',
  AthleteNotOnSale: 'この選手の動画は現在販売していません。',
};
