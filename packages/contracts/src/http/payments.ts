import { z } from 'zod';
import { MAX_ORDER_ITEMS } from '../constants.ts';
import { customerNameSchema, emailSchema } from './common.ts';
import { orderItemSchema } from './quote.ts';

/**
 * POST /api/create-payment-intent, with an `Idempotency-Key` header. `amount` is yen, tax included, and must equal the sum that the server computes.
 */
export const createPaymentIntentSchema = z.object({
  amount: z.int('注文金額が無効です').min(1, '注文金額が無効です'),
  items: z.array(orderItemSchema).min(1, '注文項目を選択してください').max(MAX_ORDER_ITEMS),
  customer: z.object({ email: emailSchema, name: customerNameSchema }),
});
export type CreatePaymentIntent = z.infer<typeof createPaymentIntentSchema>;

/** `providerUrl`: base URL of the card simulator; null with Stripe itself. */
export const paymentIntentResponseSchema = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  orderNumber: z.string(),
  amount: z.int(),
  publishableKey: z.string(),
  providerUrl: z.string().nullable(),
});
export type PaymentIntentResponse = z.infer<typeof paymentIntentResponseSchema>;

/** POST /api/stripe/webhook: the raw body with its `Stripe-Signature`. */
export const webhookReceivedSchema = z.object({ received: z.literal(true) });
