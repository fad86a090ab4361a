import { z } from 'zod';
import { idSchema } from './common.ts';

const daySchema = z.iso.date();

/** GET /api/orders/sales (admin): days are days in Asia/Tokyo, both inclusive, either may be omitted. Sales count on the day of the payment. */
export const salesQuerySchema = z.object({ contestId: idSchema.optional(), from: daySchema.optional(), to: daySchema.optional() });

const figures = {
  /** Yen, tax included, as paid. */
  total: z.int(),
  /** Refunded yen of these sales, counted on the day of the sale. */
  refunded: z.int(),
  videos: z.int(),
};
/** Net sales are `total` minus `refunded`. `days` has only days with sales, oldest first. */
export const salesSummarySchema = z.object({
  ...figures,
  orders: z.int(),
  days: z.array(z.object({ day: daySchema, ...figures })),
  contests: z.array(z.object({ contestId: idSchema, contestName: z.string(), ...figures })),
});
export type SalesSummary = z.infer<typeof salesSummarySchema>;
