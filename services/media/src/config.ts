import { FINISHED_KEPT_DAYS, STALE_UPLOAD_SECONDS, UNBEGUN_UPLOAD_SECONDS } from '@stagereel/contracts';
import {
  ConfigError,
  type ConfigOf,
  commonConfig,
  days,
  loadConfig,
  messagingConfig,
  mongoConfig,
  redisConfig,
  seconds,
} from '@stagereel/service-kit';
import { z } from 'zod';

const bytes = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const MIB = 1024 * 1024;

export const mediaConfig = {
  ...commonConfig,
  ...mongoConfig('media'),
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  CATALOG_URL: z.url(),
  ORDERS_URL: z.url(),
  MEDIA_DRIVER: z.enum(['filesystem', 's3']).default('filesystem'),
  /** The folder of all stored files; with the driver s3, only of temporary files. */
  MEDIA_DIR: z.string().default('media-data'),
  /** The limit for all originals and open uploads together; derived pictures do not count. 0: no limit. */
  MEDIA_QUOTA_BYTES: bytes(0),
  /** Disk space that uploads must leave free. */
  MEDIA_RESERVE_BYTES: bytes(256 * MIB),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  /** The prefix of all keys; empty when only this service uses the bucket. */
  S3_PREFIX: z.string().max(200).default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** The longest time without data during a chunk, and the longest time for a whole chunk. */
  CHUNK_IDLE_SECONDS: seconds(60),
  CHUNK_SECONDS: seconds(1800),
  STALE_UPLOAD_SECONDS: seconds(STALE_UPLOAD_SECONDS),
  /** How long an upload may wait for its first chunk. */
  UNBEGUN_UPLOAD_SECONDS: seconds(UNBEGUN_UPLOAD_SECONDS),
  /** The minimum age of orphaned objects before they are removed: their record may not be written yet. */
  ORPHAN_AFTER_SECONDS: seconds(86_400),
  /** The pause between two scans of the whole storage for orphaned objects. */
  ORPHAN_SWEEP_EVERY_SECONDS: seconds(86_400),
  /** How long a finished video is kept after it cannot be downloaded any more. */
  FINISHED_KEPT_DAYS: days(FINISHED_KEPT_DAYS),
  MEDIA_SWEEP_EVERY_SECONDS: seconds(600),
  /** How long a completion request waits for the check of the file before it returns 202. */
  CHECK_WAIT_SECONDS: seconds(8),
  /** The pause after a failed processing attempt, multiplied by the number of attempts. The job runs twice as often. */
  PROCESSING_RETRY_SECONDS: seconds(10),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
};

export type MediaConfig = ConfigOf<typeof mediaConfig>;

/** @throws ConfigError that names every missing or invalid variable */
export const loadMediaConfig = (env: NodeJS.ProcessEnv): MediaConfig => {
  const config = loadConfig(mediaConfig, env);
  if (config.MEDIA_DRIVER === 's3' && !config.S3_BUCKET) throw new ConfigError('S3_BUCKET: must be set when MEDIA_DRIVER is s3');
  return config;
};
