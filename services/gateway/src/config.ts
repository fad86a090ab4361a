import { isIP } from 'node:net';
import { type ConfigOf, commonConfig, commonConstants, limitConfig, loadConfig, redisConfig } from '@stagereel/service-kit';
import { z } from 'zod';
import type { ServiceName } from './routes/route-table.ts';

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

const isAddressRange = (text: string): boolean => {
  if (NAMED_RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** Addresses, CIDR ranges, or the names loopback, linklocal and uniquelocal; separated by commas. */
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
  /** The storage folder of the media service, if the gateway has access to it; otherwise media sends the files. */
  MEDIA_DIR: z.string().optional(),
  /** The folder of the built web app. */
  WEB_ROOT: z.string(),
  /** `on`: browsers use only https for every host below the shop's, too. Nobody can take that back within a year. */
  HSTS_SUBDOMAINS: z
    .enum(['on', 'off'])
    .default('off')
    .transform((value) => value === 'on'),
  /** Reverse proxies whose forwarding headers are trusted. */
  TRUSTED_PROXIES: addressRanges,
  ...limitConfig,
  /** The URL of the payment simulator for browsers; unset for Stripe itself. */
  STRIPE_PUBLIC_URL: z.url().optional(),
};

const constants = {
  ...commonConstants,
  /** From one address, in a window. */
  maxRequests: 1000,
  rateLimitWindowSeconds: 10,
  /**
   * Connections of one client at the same time; behind a trusted proxy, its running requests. A hall's Wi-Fi is one address: 300 guests whose
   * browsers open six connections each have 1,800. Not limited behind an unknown proxy.
   */
  connectionsPerAddress: 2000,
  /** How long a service may take to respond. It counts once the whole request was forwarded. */
  upstreamTimeoutMs: 15_000,
  bodyLimits: { graceMs: 10_000, bytesPerSecond: 20_000, totalMs: 120_000 },
};

export type GatewayConstants = typeof constants;
export type GatewayConfig = ConfigOf<typeof gatewayConfig> & GatewayConstants;

/** The base URL of each service. */
export const serviceUrlsOf = (config: GatewayConfig): Record<ServiceName, string> => ({
  catalog: config.CATALOG_URL,
  orders: config.ORDERS_URL,
  media: config.MEDIA_URL,
  identity: config.IDENTITY_URL,
  notify: config.NOTIFY_URL,
});

/** The gateway speaks plain HTTP, so https means that there is a proxy in front. If it is not trusted, every limit of an address is for the whole shop. */
export const isBehindUnknownProxy = ({ PUBLIC_URL, TRUSTED_PROXIES }: GatewayConfig): boolean =>
  new URL(PUBLIC_URL).protocol === 'https:' && TRUSTED_PROXIES.length === 0;

/** @throws ConfigError that names every missing or invalid variable */
export const loadGatewayConfig = (env: NodeJS.ProcessEnv, changes: Partial<GatewayConstants> = {}): GatewayConfig => ({
  ...loadConfig(gatewayConfig, env),
  ...constants,
  ...changes,
});
