import { join } from 'node:path';
import { baseEnv, pick } from '../base-env.ts';
import { repository } from '../repository.ts';
import type { StackSecrets } from '../secrets.ts';
import type { Backing } from '../start-backing.ts';
import type { ServiceName } from './service-names.ts';

/** Variables that are handed on to every service where the user's environment sets them. */
const PASSED_TO_ALL = ['LOG_LEVEL', 'REDIS_PREFIX', 'EVENT_NAMESPACE', 'EVENT_RETRY_SECONDS'];

/** Limits and settings of one service, handed on where they are set; the services know the defaults. */
const PASSED_ON: Record<ServiceName, string[]> = {
  gateway: ['TRUSTED_PROXIES', 'RATE_LIMIT_MAX', 'RATE_LIMIT_WINDOW_SECONDS', 'UPSTREAM_TIMEOUT_SECONDS', 'SENDFILE'],
  catalog: ['SWEEP_EVERY_SECONDS', 'DELETED_CONTEST_SECONDS'],
  identity: ['SESSION_VERIFY_KEYS', 'CODE_RESEND_SECONDS', 'CODES_PER_ADDRESS_HOUR', 'CODES_PER_IP_HOUR'],
  orders: [
    'RECONCILE_AFTER_SECONDS',
    'RECONCILE_EVERY_SECONDS',
    'SWEEP_AFTER_HOURS',
    'PAYMENT_INTENTS_PER_MINUTE',
    'REFUND_WAIT_SECONDS',
    'MAIL_WAIT_SECONDS',
    'LOOKUPS_PER_ADDRESS_HOUR',
    'LOOKUPS_PER_IP_HOUR',
    'SELLER_NAME',
    'SELLER_REPRESENTATIVE',
    'SELLER_ADDRESS',
    'SELLER_PHONE',
    'SELLER_EMAIL',
    'INVOICE_REGISTRATION_NUMBER',
  ],
  notify: ['MAIL_FROM', 'CODE_RETRY_SECONDS', 'MAIL_LEASE_SECONDS', 'EMAIL_STATUS_SECONDS'],
  media: [
    'MEDIA_DRIVER',
    'SENDFILE',
    'MEDIA_QUOTA_BYTES',
    'MEDIA_RESERVE_BYTES',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_PREFIX',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'CHUNK_IDLE_SECONDS',
    'CHUNK_SECONDS',
    'STALE_UPLOAD_SECONDS',
    'UNBEGUN_UPLOAD_SECONDS',
    'ORPHAN_AFTER_SECONDS',
    'ORPHAN_SWEEP_EVERY_SECONDS',
    'FINISHED_KEPT_DAYS',
    'MEDIA_SWEEP_EVERY_SECONDS',
    'CHECK_WAIT_SECONDS',
    'PROCESSING_RETRY_SECONDS',
    'FFMPEG_PATH',
    'FFPROBE_PATH',
  ],
};

export type ServiceEnvInput = {
  dir: string;
  /** The user's environment. */
  env: NodeJS.ProcessEnv;
  /** The shop's address as the browser sees it. */
  publicUrl: string;
  gatewayHost: string;
  urls: Record<ServiceName, string>;
  metricsPorts: Record<ServiceName, number>;
  backing: Backing;
  secrets: StackSecrets;
  admin: { email: string; password: string };
};

/** The whole environment of one service. */
export function serviceEnv({ name, input }: { name: ServiceName; input: ServiceEnvInput }): NodeJS.ProcessEnv {
  const { env, urls, backing, secrets } = input;
  return {
    ...baseEnv(env),
    ...pick({ env, names: [...PASSED_TO_ALL, ...PASSED_ON[name]] }),
    NODE_ENV: 'development',
    HOST: name === 'gateway' ? input.gatewayHost : '127.0.0.1',
    PORT: new URL(urls[name]).port,
    METRICS_PORT: String(input.metricsPorts[name]),
    PUBLIC_URL: input.publicUrl,
    INTERNAL_TOKEN: env.INTERNAL_TOKEN || secrets.internalToken,
    CATALOG_URL: urls.catalog,
    ORDERS_URL: urls.orders,
    MEDIA_URL: urls.media,
    IDENTITY_URL: urls.identity,
    NOTIFY_URL: urls.notify,
    REDIS_URL: backing.redis,
    ...(name !== 'gateway' && { MONGODB_URL: backing.mongodb, RABBITMQ_URL: backing.rabbitmq }),
    ...ownEnv({ name, input }),
  };
}

function ownEnv({ name, input }: { name: ServiceName; input: ServiceEnvInput }): NodeJS.ProcessEnv {
  const { env, backing, secrets, admin } = input;
  if (name === 'gateway') {
    return { WEB_ROOT: env.WEB_ROOT || join(repository, 'web/dist'), MEDIA_DIR: mediaDir(input), ...stripePublicUrl(input) };
  }
  if (name === 'identity') {
    return {
      SESSION_SIGNING_KEY: env.SESSION_SIGNING_KEY || secrets.sessionSigningKey,
      CODE_SECRET: env.CODE_SECRET || secrets.codeSecret,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    };
  }
  if (name === 'orders') {
    const apiUrl = backing.stripe.isSimulated ? backing.stripe.url : env.STRIPE_API_URL;
    return {
      STRIPE_SECRET_KEY: backing.stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: backing.stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: backing.stripe.webhookSecret,
      ...(apiUrl && { STRIPE_API_URL: apiUrl }),
      ...stripePublicUrl(input),
    };
  }
  if (name === 'notify') return { SMTP_URL: backing.mailbox.smtpUrl };
  if (name === 'media') return { MEDIA_DIR: mediaDir(input) };
  return {};
}

/** Where media writes its files, and the gateway reads them. */
function mediaDir({ env, dir }: ServiceEnvInput): string {
  return env.MEDIA_DIR || join(dir, 'media');
}

/** Only for the simulator: unset, browsers speak to Stripe itself. */
function stripePublicUrl({ env, backing }: ServiceEnvInput): NodeJS.ProcessEnv {
  const url = env.STRIPE_PUBLIC_URL || (backing.stripe.isSimulated ? backing.stripe.url : '');
  return url ? { STRIPE_PUBLIC_URL: url } : {};
}
