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
  'NAMESPACE',
  'DRAIN_SECONDS',
];

/** Variables that one service inherits; the defaults are in the services. */
const INHERITED_BY: Record<ServiceName, string[]> = {
  gateway: ['TRUSTED_PROXIES', 'HSTS_SUBDOMAINS', 'LIMIT_FACTOR'],
  catalog: [],
  identity: ['SESSION_VERIFY_KEYS', 'LIMIT_FACTOR'],
  orders: [
    'LIMIT_FACTOR',
    'SELLER_NAME',
    'SELLER_REPRESENTATIVE',
    'SELLER_ADDRESS',
    'SELLER_PHONE',
    'SELLER_EMAIL',
    'INVOICE_REGISTRATION_NUMBER',
  ],
  notify: ['MAIL_FROM'],
  media: [
    'MEDIA_QUOTA_BYTES',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_PREFIX',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'FINISHED_KEPT_DAYS',
  ],
};

/** For the environment of a stack whose services run as in production, with compiled serialisers and the production build of React. */
export const AS_IN_PRODUCTION = { SERVICES_NODE_ENV: 'production' };

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
  if (name === 'notify') return { SMTP_URL: backing.mailbox.smtpUrl };
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
