import { z } from 'zod';

/** The seller, with the details that the law requires on the legal notice and on receipts. */
export const sellerSchema = z.object({
  name: z.string(),
  representative: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** T and 13 digits: the registration number of a qualified invoice issuer; null when the seller has none. */
  registrationNumber: z.string().nullable(),
});
export type Seller = z.infer<typeof sellerSchema>;

/** GET /api/shop. `isExample`: at least one detail of the seller is still the example value. */
export const shopInfoSchema = z.object({ seller: sellerSchema, isExample: z.boolean() });
export type ShopInfo = z.infer<typeof shopInfoSchema>;

/**
 * GET /readyz of the gateway, for operators and the back office: each check is `ok` or says what is wrong. `trustedProxies` fails while addresses that a
 * proxy forwards are ignored.
 */
export const readinessSchema = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });
export type Readiness = z.infer<typeof readinessSchema>;
