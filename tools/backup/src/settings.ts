import { databaseName, loadConfig, namespaceConfig, type RedisConfig } from '@stagereel/service-kit';
import { z } from 'zod';
import { loadMediaConfig, type MediaConfig } from '../../../services/media/src/config.ts';

/** In the order in which they are dumped. Notify is last, so that no mail about what is in the dump is sent twice after a restore. */
export const SERVICES = ['catalog', 'media', 'identity', 'orders', 'notify'] as const;
export type Service = (typeof SERVICES)[number];

const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const schema = {
  ...namespaceConfig,
  MONGODB_URL: z.string(),
  REDIS_URL: z.string(),
  RABBITMQ_URL: z.string(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_API_URL: optional,
};

export type Settings = {
  mongodbUrl: string;
  databaseOf: (service: Service) => string;
  redis: RedisConfig;
  broker: { url: string; namespace: string };
  stripe: { secretKey: string | undefined; apiUrl: string | undefined };
  media: MediaConfig;
};

/** Media's schema needs the addresses of services, which a backup does not call. */
const UNUSED = 'http://127.0.0.1:9';

/** Compose passes settings that are not set as empty ones. */
const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** Each setting under its own name. The one with the prefix `BACKUP_`, or its file, comes first. */
const preferBackup = (set: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv => {
  const both = (name: string): string[] => [name, `${name}_FILE`];
  return Object.fromEntries(
    names.flatMap((name) => {
      const prefix = both(`BACKUP_${name}`).some((each) => set[each] !== undefined) ? 'BACKUP_' : '';
      return both(name).map((each) => [each, set[`${prefix}${each}`]]);
    }),
  );
};

export type TargetS3 = Pick<MediaConfig, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

const targetSchema = {
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** The store of the backups, if they are in S3: each setting is media's, unless there is one with the prefix `BACKUP_`. */
export const readTargetS3 = (env: NodeJS.ProcessEnv): TargetS3 =>
  loadConfig(targetSchema, preferBackup(withoutEmpty(env), Object.keys(targetSchema)));

/** @throws ConfigError that names every missing or invalid variable */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const set = withoutEmpty(env);
  const servers = preferBackup(set, ['MONGODB_URL', 'REDIS_URL', 'RABBITMQ_URL']);
  const own = loadConfig(schema, { ...set, ...servers });
  const { MONGODB_URL, REDIS_URL, RABBITMQ_URL, NAMESPACE } = own;
  const ofServices = {
    IDENTITY_URL: UNUSED,
    CATALOG_URL: UNUSED,
    ORDERS_URL: UNUSED,
    INTERNAL_TOKEN: 'not-used-by-a-backup-not-used-by-a-backup',
  };
  const media = loadMediaConfig({ ...set, ...servers, ...ofServices });
  return {
    mongodbUrl: MONGODB_URL,
    databaseOf: (service) => databaseName(own, service),
    redis: { REDIS_URL, NAMESPACE },
    broker: { url: RABBITMQ_URL, namespace: NAMESPACE },
    stripe: { secretKey: own.STRIPE_SECRET_KEY, apiUrl: own.STRIPE_API_URL },
    media,
  };
};
