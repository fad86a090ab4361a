import { type ConfigOf, commonConfig, loadConfig, messagingConfig, mongoConfig, redisConfig, seconds } from '@stagereel/service-kit';
import { z } from 'zod';

export const catalogConfig = {
  ...commonConfig,
  ...mongoConfig('catalog'),
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  ORDERS_URL: z.url(),
  /** The interval of the sweep, which stores due publications, announces sales, and removes deleted contests. */
  SWEEP_EVERY_SECONDS: seconds(10),
  /** The minimum age at which the tombstone of a deleted contest is removed; longer than any request takes. */
  DELETED_CONTEST_SECONDS: seconds(60),
};
export type CatalogConfig = ConfigOf<typeof catalogConfig>;

/** @throws ConfigError that names every missing or invalid variable */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv): CatalogConfig => loadConfig(catalogConfig, env);
