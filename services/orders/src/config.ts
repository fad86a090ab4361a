import { HOUR, LOOKUPS_PER_ADDRESS_HOUR, LOOKUPS_PER_IP_HOUR, PAYMENT_INTENTS_PER_MINUTE } from '@stagereel/contracts';
import { commonConfig, loadConfig, messagingConfig, mongoConfig, redisConfig, seconds, secret } from '@stagereel/service-kit';
import { z } from 'zod';
import { sellerConfig } from './seller-config.ts';

/** How often something may be done. */
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const hours = (fallback: number) =>
  z.coerce
    .number()
    .min(0)
    .default(fallback)
    .transform((value) => Math.round(value * HOUR * 1000));

export const ordersConfig = {
  ...commonConfig,
  ...mongoConfig('orders'),
  ...redisConfig,
  ...messagingConfig,
  CATALOG_URL: z.url(),
  IDENTITY_URL: z.url(),
  MEDIA_URL: z.url(),
  STRIPE_SECRET_KEY: secret('sk_test_simulator'),
  STRIPE_PUBLISHABLE_KEY: secret('pk_test_simulator'),
  STRIPE_WEBHOOK_SECRET: secret('whsec_simulator'),
  /** A stand-in for Stripe's API; unset means Stripe itself. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The stand-in as the browser sees it. */
  STRIPE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The age at which the reconciler first asks about an unpaid order, and its pause between two rounds. */
  RECONCILE_AFTER_SECONDS: seconds(300),
  RECONCILE_EVERY_SECONDS: seconds(60),
  /** The age at which an unpaid order is given up. */
  SWEEP_AFTER_HOURS: hours(24),
  PAYMENT_INTENTS_PER_MINUTE: limit(PAYMENT_INTENTS_PER_MINUTE),
  /** Look-ups of orders by guests. */
  LOOKUPS_PER_ADDRESS_HOUR: limit(LOOKUPS_PER_ADDRESS_HOUR),
  LOOKUPS_PER_IP_HOUR: limit(LOOKUPS_PER_IP_HOUR),
  /** How long a decline waits for Stripe, before it is decided and after that. */
  REFUND_WAIT_SECONDS: seconds(4),
  /** How long an answer waits for the news of its mail. */
  MAIL_WAIT_SECONDS: seconds(5),
  ...sellerConfig,
};
export type OrdersConfig = z.infer<z.ZodObject<typeof ordersConfig>>;

/** @throws ConfigError naming what is missing or wrong */
export const loadOrdersConfig = (env: NodeJS.ProcessEnv): OrdersConfig => loadConfig(ordersConfig, env);
