import { isIP } from 'node:net';
import { commonConfig, loadConfig, redisConfig, seconds, sendingConfig } from '@stagereel/service-kit';
import { z } from 'zod';

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

const isAddressRange = (text: string): boolean => {
  if (NAMED_RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** Proxies in front, as addresses, CIDR ranges or the names loopback, linklocal, uniquelocal; separated by commas. */
const addressRanges = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine((ranges) => ranges.every(isAddressRange), 'must be addresses or CIDR ranges, separated by commas');

export const gatewayConfig = {
  ...commonConfig,
  ...redisConfig,
  CATALOG_URL: z.url(),
  ORDERS_URL: z.url(),
  MEDIA_URL: z.url(),
  IDENTITY_URL: z.url(),
  NOTIFY_URL: z.url(),
  /** The folder of the media service's files, where this machine has it; unset means that media sends them. */
  MEDIA_DIR: z.string().optional(),
  ...sendingConfig,
  /** The folder of the built web app. */
  WEB_ROOT: z.string(),
  TRUSTED_PROXIES: addressRanges,
  RATE_LIMIT_MAX: z.coerce.number().int().min(1).default(1000),
  RATE_LIMIT_WINDOW_SECONDS: z.coerce.number().int().min(1).default(10),
  /** Where the browser finds the payment simulator; unset means Stripe itself. */
  STRIPE_PUBLIC_URL: z.url().optional(),
  /** How long a service may take until its answer begins. Longer than the services' own limit, so that theirs is the one that speaks. */
  UPSTREAM_TIMEOUT_SECONDS: seconds(15),
};

export type GatewayConfig = z.infer<z.ZodObject<typeof gatewayConfig>>;

export const loadGatewayConfig = (env: NodeJS.ProcessEnv): GatewayConfig => loadConfig(gatewayConfig, env);
