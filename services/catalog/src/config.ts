import { commonConfig, loadConfig, messagingConfig, mongoConfig, redisConfig, seconds } from '@stagereel/service-kit';
import { z } from 'zod';

export const catalogConfig = {
  ...commonConfig,
  ...mongoConfig('catalog'),
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  /** Pause between two sweeps: scheduled publications, and what deletions leave behind. */
  SWEEP_EVERY_SECONDS: seconds(10),
  /** How long the record of a deleted contest stays at least; longer than any request takes. */
  DELETED_CONTEST_SECONDS: seconds(60),
};
export type CatalogConfig = z.infer<z.ZodObject<typeof catalogConfig>>;

/** @throws ConfigError naming what is missing or wrong */
export const loadCatalogConfig = (env: NodeJS.ProcessEnv): CatalogConfig => loadConfig(catalogConfig, env);
