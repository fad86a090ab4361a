import { DAY, LOOKUPS_PER_ADDRESS_HOUR, LOOKUPS_PER_IP_HOUR, PAYMENT_INTENTS_PER_MINUTE } from '@stagereel/contracts';
import {
  type ConfigOf,
  commonConfig,
  commonConstants,
  limitConfig,
  loadConfig,
  messagingConfig,
  messagingConstants,
  mongoConfig,
  redisConfig,
  secret,
} from '@stagereel/service-kit';
import { z } from 'zod';
import { sellerConfig } from './seller-config.ts';

export const ordersConfig = {
  ...commonConfig,
  ...mongoConfig,
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
  ...limitConfig,
  ...sellerConfig,
};

const constants = {
  ...commonConstants,
  ...messagingConstants,
  /** The age at which an unpaid order is first checked, and the interval of the checks. */
  reconcileAfterMs: 300_000,
  reconcileEveryMs: 60_000,
  /** The age at which an unpaid order is cancelled. */
  cancelAfterMs: DAY * 1000,
  paymentsPerMinute: PAYMENT_INTENTS_PER_MINUTE,
  /** Order lookups by guests. */
  lookupsPerAddressHour: LOOKUPS_PER_ADDRESS_HOUR,
  lookupsPerNetworkHour: LOOKUPS_PER_IP_HOUR,
  /** How often due reminders of downloads are looked for. */
  remindEveryMs: 300_000,
  /** How long declining a line waits for Stripe, before the decision and again after it. */
  refundWaitMs: 4000,
  /** From which hour of the day in Japan on the daily summary is mailed to the admins. */
  summaryHour: 8,
  /** How long a request waits for the outcome of its mail. */
  mailWaitMs: 5000,
};
export type OrdersConstants = typeof constants;
export type OrdersConfig = ConfigOf<typeof ordersConfig> & OrdersConstants;

/** @throws ConfigError naming the missing or invalid variables */
export const loadOrdersConfig = (env: NodeJS.ProcessEnv, changes: Partial<OrdersConstants> = {}): OrdersConfig => ({
  ...loadConfig(ordersConfig, env),
  ...constants,
  ...changes,
});
