import { DAY, FINISHED_KEPT_DAYS, STALE_UPLOAD_SECONDS, UNBEGUN_UPLOAD_SECONDS } from '@stagereel/contracts';
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

export const mediaConfig = {
  ...commonConfig,
  ...mongoConfig,
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  CATALOG_URL: z.url(),
  ORDERS_URL: z.url(),
  /** The folder of all stored files; with a bucket, only of temporary files. */
  MEDIA_DIR: z.string().default('media-data'),
  /** The limit for all originals and open uploads together; derived pictures do not count. 0: no limit. */
  MEDIA_QUOTA_BYTES: z.coerce.number().int().min(0).default(0),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Files are stored in this bucket; without it, in MEDIA_DIR. */
  S3_BUCKET: z.string().optional(),
  /** The prefix of all keys; empty when only this service uses the bucket. */
  S3_PREFIX: z.string().max(200).default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** How many days a finished video is kept after it cannot be downloaded any more. */
  FINISHED_KEPT_DAYS: z.coerce.number().min(0).default(FINISHED_KEPT_DAYS),
};

const constants = {
  ...commonConstants,
  ...messagingConstants,
  /** Disk space that uploads must leave free. */
  reserveBytes: 256 * 1024 * 1024,
  /** The longest time without data during a chunk, and the longest time for a whole chunk. */
  chunkIdleMs: 60_000,
  chunkMs: 1_800_000,
  staleUploadMs: STALE_UPLOAD_SECONDS * 1000,
  /** How long an upload may wait for its first chunk. */
  unbegunUploadMs: UNBEGUN_UPLOAD_SECONDS * 1000,
  /** The minimum age of orphaned objects before they are removed: their record may not be written yet. */
  orphanAfterMs: DAY * 1000,
  /** The pause between two scans of the whole storage for orphaned objects. */
  orphanSweepEveryMs: DAY * 1000,
  sweepEveryMs: 600_000,
  /** How long a completion request waits for the check of the file before it returns 202. */
  checkWaitMs: 8000,
  /** The pause after a failed processing attempt, multiplied by the number of attempts. The job runs twice as often. */
  processingRetryMs: 10_000,
  /** The programs that read videos. Without them, videos have no still picture and keep their metadata. */
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffprobe',
};

export type MediaConstants = typeof constants;
export type MediaConfig = ConfigOf<typeof mediaConfig> & MediaConstants;

/** @throws ConfigError that names every missing or invalid variable */
export const loadMediaConfig = (env: NodeJS.ProcessEnv, changes: Partial<MediaConstants> = {}): MediaConfig => ({
  ...loadConfig(mediaConfig, env),
  ...constants,
  ...changes,
});
