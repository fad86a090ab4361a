import {
  type ConfigOf,
  commonConfig,
  commonConstants,
  loadConfig,
  messagingConfig,
  messagingConstants,
  mongoConfig,
  redisConfig,
} from '@stagereel/service-kit';
import { z } from 'zod';

export const catalogConfig = {
  ...commonConfig,
  ...mongoConfig,
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  ORDERS_URL: z.url(),
};

const constants = {
  ...commonConstants,
  ...messagingConstants,
  /** The interval of the sweep, which stores due publications, announces sales, and removes deleted contests. */
  sweepEveryMs: 10_000,
  /** The minimum age at which the tombstone of a deleted contest is removed; longer than any request takes. */
  deletedContestMs: 60_000,
};
export type CatalogConstants = typeof constants;
export type CatalogConfig = ConfigOf<typeof catalogConfig> & CatalogConstants;

/** @throws ConfigError that names every missing or invalid variable */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv, changes: Partial<CatalogConstants> = {}): CatalogConfig => ({
  ...loadConfig(catalogConfig, env),
  ...constants,
  ...changes,
});
