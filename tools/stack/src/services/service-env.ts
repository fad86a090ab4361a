import { join } from 'node:path';
import { baseEnv, pick } from '../base-env.ts';
import { repository } from '../repository.ts';
import { internalCallers } from '../secrets.ts';
import type { ServiceName } from './service-names.ts';
import type { ServiceSettings } from './service-settings.ts';

/** Variables that every service inherits from the user's environment. */
const INHERITED_BY_ALL = [
  'LOG_LEVEL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
  'REDIS_PREFIX',
  'EVENT_NAMESPACE',
  'EVENT_RETRY_SECONDS',
  'REQUEST_HEADERS_SECONDS',
  'UNFINISHED_REQUEST_SECONDS',
  'CONNECT_RETRY_SECONDS',
  'DRAIN_SECONDS',
];

/** Variables that one service inherits; the defaults are in the services. */
const INHERITED_BY: Record<ServiceName, string[]> = {
  gateway: [
    'TRUSTED_PROXIES',
    'HSTS_SUBDOMAINS',
    'RATE_LIMIT_MAX',
    'RATE_LIMIT_WINDOW_SECONDS',
    'CONNECTIONS_PER_ADDRESS',
    'UPSTREAM_TIMEOUT_SECONDS',
  ],
  catalog: ['SWEEP_EVERY_SECONDS', 'DELETED_CONTEST_SECONDS'],
  identity: ['SESSION_VERIFY_KEYS', 'CODE_RESEND_SECONDS', 'CODES_PER_ADDRESS_HOUR', 'CODES_PER_IP_HOUR'],
  orders: [
    'RECONCILE_AFTER_SECONDS',
    'RECONCILE_EVERY_SECONDS',
    'SWEEP_AFTER_HOURS',
    'PAYMENT_INTENTS_PER_MINUTE',
    'REFUND_WAIT_SECONDS',
    'MAIL_WAIT_SECONDS',
    'SUMMARY_HOUR',
    'LOOKUPS_PER_ADDRESS_HOUR',
    'LOOKUPS_PER_IP_HOUR',
    'SELLER_NAME',
    'SELLER_REPRESENTATIVE',
    'SELLER_ADDRESS',
    'SELLER_PHONE',
    'SELLER_EMAIL',
    'INVOICE_REGISTRATION_NUMBER',
  ],
  notify: ['SMTP_STARTTLS', 'MAIL_FROM', 'CODE_RETRY_SECONDS', 'MAIL_LEASE_SECONDS', 'EMAIL_STATUS_SECONDS'],
  media: [
    'MEDIA_DRIVER',
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

/** For the environment of a stack without a TLS mail server: its services run as in production, with compiled serialisers and the production build of React. */
export const AS_IN_PRODUCTION = { SERVICES_NODE_ENV: 'production', SMTP_STARTTLS: 'optional' };

/** The whole environment of one service. */
export function serviceEnv({ name, settings }: { name: ServiceName; settings: ServiceSettings }): NodeJS.ProcessEnv {
  const { env, urls, backing, secrets } = settings;
  return {
    ...baseEnv(env),
    ...pick({ env, names: [...INHERITED_BY_ALL, ...INHERITED_BY[name]] }),
    // Development finds responses that do not match their contract; a benchmark measures what production runs.
    NODE_ENV: env.SERVICES_NODE_ENV || 'development',
    HOST: name === 'gateway' ? settings.gatewayHost : '127.0.0.1',
    PORT: String(portOfUrl(urls[name])),
    METRICS_PORT: String(settings.metricsPorts[name]),
    PUBLIC_URL: settings.publicUrl,
    INTERNAL_TOKEN: secrets.internalTokens[name],
    INTERNAL_CALLERS: internalCallers(secrets),
    CATALOG_URL: urls.catalog,
    ORDERS_URL: urls.orders,
    MEDIA_URL: urls.media,
    IDENTITY_URL: urls.identity,
    NOTIFY_URL: urls.notify,
    REDIS_URL: backing.redis,
    ...(name !== 'gateway' && { MONGODB_URL: backing.mongodb, RABBITMQ_URL: backing.rabbitmq }),
    ...ownEnv({ name, settings }),
  };
}

function ownEnv({ name, settings }: { name: ServiceName; settings: ServiceSettings }): NodeJS.ProcessEnv {
  const { env, backing, secrets, admin } = settings;
  if (name === 'gateway') {
    return { WEB_ROOT: env.WEB_ROOT || join(repository, 'web/dist'), MEDIA_DIR: mediaDir(settings), ...stripePublicUrl(settings) };
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
      ...stripePublicUrl(settings),
    };
  }
  // The launcher's own mailbox has no STARTTLS, which services require in production.
  if (name === 'notify') return { SMTP_URL: backing.mailbox.smtpUrl, ...(!env.SMTP_URL && { SMTP_STARTTLS: 'optional' }) };
  if (name === 'media') return { MEDIA_DIR: mediaDir(settings) };
  return {};
}

/** The port of an http URL; 80 if the URL names none. */
export function portOfUrl(url: string): number {
  return Number(new URL(url).port || 80);
}

/** The folder where media writes its files and the gateway reads them. */
function mediaDir({ env, dir }: ServiceSettings): string {
  return env.MEDIA_DIR || join(dir, 'media');
}

/** Only for the simulator: if it is unset, browsers use Stripe itself. */
function stripePublicUrl({ env, backing }: ServiceSettings): NodeJS.ProcessEnv {
  const url = env.STRIPE_PUBLIC_URL || (backing.stripe.isSimulated ? backing.stripe.url : '');
  return url ? { STRIPE_PUBLIC_URL: url } : {};
}
