import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { undefinedIfMissing } from '@stagereel/service-kit';
import type { MediaConfig } from '../config.ts';
import type { Storage } from '../domain/storage/storage.ts';
import { createFilesystemStorage } from './filesystem-storage.ts';
import { createS3Storage, type S3Sdk, undefinedOn } from './s3-storage.ts';

/** Longer than any chunk takes. Older files were left by a crashed process. */
const MAX_SPOOL_AGE_MS = 3_600_000;

/** Opens the configured storage and a folder for temporary files. */
export const openStorage = async (config: MediaConfig): Promise<{ storage: Storage; spoolDir: string }> => {
  const spoolDir = join(config.MEDIA_DIR, 'spool');
  await mkdir(spoolDir, { recursive: true });
  await removeOldFiles(spoolDir);
  const isS3 = config.S3_BUCKET !== undefined;
  const storage = isS3 ? await openS3(config, spoolDir) : await createFilesystemStorage(config.MEDIA_DIR);
  return { storage, spoolDir };
};

const removeOldFiles = async (spoolDir: string): Promise<void> => {
  for (const name of await readdir(spoolDir)) {
    const path = join(spoolDir, name);
    const stats = await undefinedIfMissing(stat(path));
    if (stats && Date.now() - stats.mtimeMs > MAX_SPOOL_AGE_MS) await rm(path, { recursive: true, force: true });
  }
};

type S3Config = Pick<MediaConfig, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** The client of the store, and of a backup's. */
export const connectS3 = async (config: S3Config): Promise<{ sdk: S3Sdk; client: S3Client }> => {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    // Self-hosted stores usually have no subdomain for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Without keys, the SDK uses the credentials of the machine.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // The service computes its own checksums, and some compatible stores do not support the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
};

const openS3 = async (config: MediaConfig, spoolDir: string): Promise<Storage> => {
  const { S3_BUCKET: bucket = '', S3_PREFIX: prefix } = config;
  const { sdk, client } = await connectS3(config);
  await ensureBucket({ sdk, client, bucket });
  return createS3Storage({ sdk, client, bucket, prefix, spoolDir });
};

/** Creates the bucket if it does not exist, also when another replica does so concurrently. */
const ensureBucket = async ({ sdk, client, bucket: Bucket }: { sdk: S3Sdk; client: S3Client; bucket: string }): Promise<void> => {
  if (await undefinedOn(['NotFound', 'NoSuchBucket'], client.send(new sdk.HeadBucketCommand({ Bucket })))) return;
  await undefinedOn(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'], client.send(new sdk.CreateBucketCommand({ Bucket })));
};
