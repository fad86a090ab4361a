import { LOOKUPS_PER_ADDRESS_HOUR, LOOKUPS_PER_IP_HOUR, PAYMENT_INTENTS_PER_MINUTE } from '@stagereel/contracts';
import {
  type ConfigOf,
  commonConfig,
  hours,
  loadConfig,
  messagingConfig,
  mongoConfig,
  redisConfig,
  seconds,
  secret,
} from '@stagereel/service-kit';
import { z } from 'zod';
import { sellerConfig } from './seller-config.ts';

/** A number of calls per unit of time. */
const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

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
  /** The Stripe simulator; unset means Stripe itself. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The URL of the simulator for browsers. */
  STRIPE_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The age at which an unpaid order is first checked, and the interval of the checks. */
  RECONCILE_AFTER_SECONDS: seconds(300),
  RECONCILE_EVERY_SECONDS: seconds(60),
  /** The age at which an unpaid order is cancelled. */
  SWEEP_AFTER_HOURS: hours(24),
  PAYMENT_INTENTS_PER_MINUTE: limit(PAYMENT_INTENTS_PER_MINUTE),
  /** Order lookups by guests. */
  LOOKUPS_PER_ADDRESS_HOUR: limit(LOOKUPS_PER_ADDRESS_HOUR),
  LOOKUPS_PER_IP_HOUR: limit(LOOKUPS_PER_IP_HOUR),
  /** How often due reminders of downloads are looked for. */
  REMIND_EVERY_SECONDS: seconds(300),
  /** How long declining a line waits for Stripe, before the decision and again after it. */
  REFUND_WAIT_SECONDS: seconds(4),
  /** From which hour of the day in Japan on the daily summary is mailed to the admins. */
  SUMMARY_HOUR: z.coerce.number().int().min(0).max(23).default(8),
  /** How long a request waits for the outcome of its mail. */
  MAIL_WAIT_SECONDS: seconds(5),
  ...sellerConfig,
};
export type OrdersConfig = ConfigOf<typeof ordersConfig>;

/** @throws ConfigError naming the missing or invalid variables */
export const loadOrdersConfig = (env: NodeJS.ProcessEnv): OrdersConfig => loadConfig(ordersConfig, env);
