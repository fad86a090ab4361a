import { DAY, FINISHED_KEPT_DAYS, STALE_UPLOAD_SECONDS, UNBEGUN_UPLOAD_SECONDS } from '@stagereel/contracts';
import {
  ConfigError,
  commonConfig,
  loadConfig,
  messagingConfig,
  mongoConfig,
  redisConfig,
  seconds,
  sendingConfig,
} from '@stagereel/service-kit';
import { z } from 'zod';

const bytes = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const MIB = 1024 * 1024;
const days = (fallback: number) =>
  z.coerce
    .number()
    .min(0)
    .default(fallback)
    .transform((value) => Math.round(value * DAY * 1000));

const mediaConfig = {
  ...commonConfig,
  ...mongoConfig('media'),
  ...redisConfig,
  ...messagingConfig,
  IDENTITY_URL: z.url(),
  CATALOG_URL: z.url(),
  ORDERS_URL: z.url(),
  MEDIA_DRIVER: z.enum(['filesystem', 's3']).default('filesystem'),
  /** The folder of all bytes with the driver filesystem, of what is under way with s3. */
  MEDIA_DIR: z.string().default('media-data'),
  ...sendingConfig,
  /** What all originals and open uploads together may take; pictures made of them do not count. 0 is no limit. */
  MEDIA_QUOTA_BYTES: bytes(0),
  /** What uploads leave free on the disk. */
  MEDIA_RESERVE_BYTES: bytes(256 * MIB),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  /** What all keys in the bucket begin with; empty where the bucket is this service's alone. */
  S3_PREFIX: z.string().max(200).default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** How long no byte of a chunk may come, and how long all of it may take. */
  CHUNK_IDLE_SECONDS: seconds(60),
  CHUNK_SECONDS: seconds(1800),
  STALE_UPLOAD_SECONDS: seconds(STALE_UPLOAD_SECONDS),
  /** How long an upload waits for its first chunk. */
  UNBEGUN_UPLOAD_SECONDS: seconds(UNBEGUN_UPLOAD_SECONDS),
  /** Bytes that no record knows are left alone for so long: their record may be about to be written. */
  ORPHAN_AFTER_SECONDS: seconds(86_400),
  /** Pause after a scan of the whole storage for them. */
  ORPHAN_SWEEP_EVERY_SECONDS: seconds(86_400),
  /** How long a finished video stays after nobody can download it any more. */
  FINISHED_KEPT_DAYS: days(FINISHED_KEPT_DAYS),
  MEDIA_SWEEP_EVERY_SECONDS: seconds(600),
  /** How long a request waits for a large file to be read through before it says that this goes on. */
  CHECK_WAIT_SECONDS: seconds(8),
  /** Pause after a failed attempt to make pictures of a medium, longer with each; looked for twice as often. */
  PROCESSING_RETRY_SECONDS: seconds(10),
  FFMPEG_PATH: z.string().default('ffmpeg'),
  FFPROBE_PATH: z.string().default('ffprobe'),
};

export type MediaConfig = z.infer<z.ZodObject<typeof mediaConfig>>;

/** @throws ConfigError naming what is missing or wrong */
export const loadMediaConfig = (env: NodeJS.ProcessEnv): MediaConfig => {
  const config = loadConfig(mediaConfig, env);
  if (config.MEDIA_DRIVER === 's3' && !config.S3_BUCKET) throw new ConfigError('S3_BUCKET: must be set when MEDIA_DRIVER is s3');
  return config;
};
